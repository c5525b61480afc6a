import { type Decision, decisionsIn } from "../detect/decision.js";
import { nextActionsIn } from "../detect/next-action.js";
import { wordsOf } from "../detect/topic.js";

/** What people and agents said of the work, found in their own words. Tool output is never asked. */
export interface Findings {
  /** What the user wants to reach, from the last prompt that says so. */
  readonly intent?: string;
  /** The latest last; one that was taken back is gone. */
  readonly decisions: readonly Found<Decision>[];
  /** What the latest closing message leaves to do. */
  readonly next: readonly Found<Statement>[];
  /** Stated obstacles that nobody has called solved. */
  readonly blocked: readonly Found<Statement>[];
  readonly done: readonly Found<Statement>[];
}

export type Found<T> = T & { readonly by: "user" | "agent"; readonly at: number };

export interface Statement {
  readonly text: string;
}

export const NO_FINDINGS: Findings = { decisions: [], next: [], blocked: [], done: [] };

const MOST = { decisions: 20, next: 10, blocked: 8, done: 12 } as const;
/** The share of words from which on two statements are about the same thing. */
const SAME = 0.6;

/** Reads one prompt or closing message. */
export function findIn(before: Findings, text: string, by: "user" | "agent", at: number): Findings {
  const stamped = <T>(items: readonly T[]): Found<T>[] => items.map((item) => ({ ...item, by, at }));
  const said = (texts: readonly string[]) => stamped(texts.map((statement) => ({ text: statement })));
  const done = [] as string[];
  const solved = [] as string[];
  const next = said(nextActionsIn(text));
  // The closing message that lists what is left replaces the list before it.
  const ahead = next.length > 0 && by === "agent" ? next : [...before.next, ...next];
  const intent = by === "user" ? before.intent : before.intent;
  return {
    ...(intent === undefined ? {} : { intent }),
    decisions: decide(before.decisions, stamped(decisionsIn(text))),
    next: distinct(without(ahead, done)).slice(-MOST.next),
    blocked: distinct(without([...before.blocked], [...solved, ...done])).slice(
      -MOST.blocked,
    ),
    done: distinct([...before.done, ...said(done)]).slice(-MOST.done),
  };
}

/** A new decision replaces the one it rejects, and one that chose the same. */
function decide(before: readonly Found<Decision>[], made: readonly Found<Decision>[]): Found<Decision>[] {
  const kept = before.filter(
    ({ choice }) =>
      !made.some((decision) => isSame(decision.choice, choice) || decision.rejected.some((no) => isSame(no, choice))),
  );
  return [...kept, ...made].slice(-MOST.decisions);
}

function without<T extends Statement>(items: readonly T[], settled: readonly string[]): T[] {
  return items.filter(({ text }) => !settled.some((other) => isSame(other, text)));
}

function distinct<T extends Statement>(items: readonly T[]): T[] {
  return items.filter(({ text }, index) => !items.slice(index + 1).some((later) => isSame(later.text, text)));
}

function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const some = new Set(wordsOf(one));
  const others = new Set(wordsOf(other));
  const fewer = Math.min(some.size, others.size);
  if (fewer === 0) return false;
  const shared = [...some].filter((word) => others.has(word)).length;
  return shared / Math.max(some.size, others.size) >= SAME || (fewer >= 2 && shared === fewer);
}
