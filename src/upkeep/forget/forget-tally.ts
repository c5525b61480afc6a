import type { ErasedLine } from "./eraser.js";

/** What was found in the journal. */
export interface Counted {
  /** Events that go or change, and how many of them go whole. */
  readonly events: number;
  readonly gone: number;
  readonly sessions: number;
  readonly types: { readonly [type: string]: number };
  /** A few of the events, without what is to be forgotten. */
  readonly examples: readonly Example[];
}

export interface Example {
  readonly at: number;
  readonly session: string;
  readonly type: string;
  /** What stays of it; undefined where all of it goes. */
  readonly rest?: string;
}

const EXAMPLES = 5;
const LONGEST = 160;
const BEFORE = 60;

/** Counts what a forgetting finds, line by line. */
export class Tally {
  #events = 0;
  #gone = 0;
  readonly #sessions = new Set<string>();
  readonly #types = new Map<string, number>();
  readonly #examples: Example[] = [];

  count({ before, after }: ErasedLine): void {
    this.#events++;
    if (after === undefined) this.#gone++;
    const type = before?.type ?? "damaged line";
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (before === undefined) return;
    if (before.session !== "") this.#sessions.add(`${before.project} ${before.session}`);
    if (this.#examples.length >= EXAMPLES) return;
    const { at, session } = after ?? before;
    this.#examples.push({
      at,
      session,
      type,
      rest: after === undefined ? undefined : excerpt(JSON.stringify(after.data)),
    });
  }

  /** Whether something of a session goes or changes. */
  has(project: string, session: string): boolean {
    return this.#sessions.has(`${project} ${session}`);
  }

  counted(): Counted {
    return {
      events: this.#events,
      gone: this.#gone,
      sessions: this.#sessions.size,
      types: Object.fromEntries([...this.#types].sort(([, a], [, b]) => b - a)),
      examples: this.#examples,
    };
  }
}

/** The words around the first place where something is gone. */
function excerpt(text: string): string {
  const from = Math.max(0, text.indexOf("[forgotten]") - BEFORE);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + LONGEST)}${text.length > from + LONGEST ? "…" : ""}`;
}
