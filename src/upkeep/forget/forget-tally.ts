import type { ErasedLine } from "./eraser.js";

export interface Counted {
  /** Events that go or change. */
  readonly events: number;
  /** Events that go entirely. */
  readonly gone: number;
  readonly sessions: number;
  readonly types: { readonly [type: string]: number };
  /** A few of the events, without the forgotten text. */
  readonly examples: readonly Example[];
}

interface Example {
  readonly at: number;
  readonly session: string;
  readonly type: string;
  /** Undefined if all of it goes. */
  readonly rest?: string;
}

const MAX_EXAMPLES = 5;
const MAX_EXCERPT_CHARS = 160;
const CHARS_BEFORE_GAP = 60;

/** Counts the lines that go or change. */
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
    if (this.#examples.length >= MAX_EXAMPLES) return;
    const { at, session } = after ?? before;
    const rest = after === undefined ? undefined : excerpt(JSON.stringify(after.data));
    this.#examples.push({ at, session, type, rest });
  }

  /** Whether an event of a session goes or changes. */
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

/** The text around the first gap. */
function excerpt(text: string): string {
  const from = Math.max(0, text.indexOf("[forgotten]") - CHARS_BEFORE_GAP);
  const to = from + MAX_EXCERPT_CHARS;
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${text.length > to ? "…" : ""}`;
}
