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

/** The user's words weigh more than the agent's, and those more than tool output. */
export type Provenance = "user" | "agent" | "tool";

/** Something that can be recalled. Bounded. */
export interface Memory {
  /** The same on every device and after every rebuild. */
  readonly id: string;
  readonly kind: MemoryKind;
  readonly by: Provenance;
  readonly at: number;
  /** Empty if declared outside of sessions. */
  readonly session: string;
  /** The device that recorded it. */
  readonly author: string;
  /** The short id of its turn, which leads to the thread. */
  readonly turn?: string;
  readonly branch?: string;
  readonly files: readonly string[];
  readonly text: string;
  /** The id of the memory that replaced it. */
  readonly superseded?: string;
}
