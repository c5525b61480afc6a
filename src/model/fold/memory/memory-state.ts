/** What a memory is of. */
export const MEMORY_KINDS = [
  "prompt",
  "answer",
  "decision",
  "blocker",
  "fix",
  "command",
  "convention",
  "change",
  "plan",
  "summary",
  "thread",
  "pin",
  "fact",
] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Who is behind it: the user's own words weigh more than the agent's, and those more than what a tool showed. */
export type Provenance = "user" | "agent" | "tool";

/** One thing that can be recalled, bounded and with its provenance. */
export interface Memory {
  /** The same on every device and after every rebuild. */
  readonly id: string;
  readonly kind: MemoryKind;
  readonly by: Provenance;
  readonly at: number;
  /** Empty for what was declared outside of any session. */
  readonly session: string;
  /** The device that recorded it. */
  readonly author: string;
  /** The short id of the turn it belongs to, by which its thread is known. */
  readonly turn?: string;
  readonly branch?: string;
  readonly files: readonly string[];
  /** What is searched and shown. */
  readonly text: string;
  /** The id of the memory that took its place. */
  readonly superseded?: string;
}
