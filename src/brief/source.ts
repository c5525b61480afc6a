import type { EventName } from "../event/registry.js";
import type { Provenance } from "../model/fold/memory/memory-state.js";

/** Where a text comes from: who said it, in which kinds of events, and in whose session. */
export interface Origin {
  /** `git` is asked at the time; `tidemark` marks our own words. */
  readonly by: Provenance | "git" | "tidemark";
  readonly events: readonly EventName[];
  readonly session?: string;
  readonly agent?: string;
}

/** The origin of text that nobody recorded: Tidemark wrote it. */
export const OURS: readonly Origin[] = [{ by: "tidemark", events: [] }];

/** An empty session stands for "outside of any", so it is left out. */
export function origin(by: Origin["by"], events: readonly EventName[], speaker: Speaker = {}): Origin {
  const { session, agent } = speaker;
  return { by, events, ...(session ? { session } : {}), ...(agent ? { agent } : {}) };
}

interface Speaker {
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
}

/** A text, and where it names single things, which. */
type Rendered = string | { readonly text: string; readonly items: readonly string[] };

/** One thing that can be said. It knows how much room it needs at least, how much it can use, and how to fill it. */
export interface Source {
  /** Stable name: what `--explain` shows and what the ledger counts. */
  readonly key: string;
  /** Higher is kept longer when room is short. */
  readonly priority: number;
  readonly minimum: number;
  readonly ideal: number;
  /** Takes only what all others leave. */
  readonly isFiller?: boolean;
  /** Why it has something to say, for `--explain`. */
  readonly because: string;
  /** Whose words it repeats, for `--explain`. */
  readonly origins: readonly Origin[];
  /** At most `room` characters; empty if that is too little to make sense. */
  render(room: number): Rendered;
}
