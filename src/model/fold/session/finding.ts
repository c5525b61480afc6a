import { blockersIn, resolutionsIn } from "../../../text/prose/blocker.js";
import { type Decision, decisionsIn } from "../../../text/prose/decision.js";
import { doneIn } from "../../../text/prose/done.js";
import { intentOf } from "../../../text/prose/intent.js";
import { nextActionsIn } from "../../../text/prose/next-action.js";
import { wordsOf } from "../../../text/prose/topic.js";

/** Statements of people and agents about the work. Tool output is not read. */
export interface Findings {
  /** The user's goal, from the last prompt that names one. */
  readonly intent?: string;
  /** The latest last, without replaced ones. */
  readonly decisions: readonly Found<Decision>[];
  /** The next steps of the latest closing message. */
  readonly next: readonly Found<Statement>[];
  /** Obstacles that nobody has called solved. */
  readonly blocked: readonly Found<Statement>[];
  readonly done: readonly Found<Statement>[];
}

type Speaker = "user" | "agent";
type Found<T> = T & { readonly by: Speaker; readonly at: number };

interface Statement {
  readonly text: string;
}

export const NO_FINDINGS: Findings = { decisions: [], next: [], blocked: [], done: [] };

const MAX = { decisions: 20, next: 10, blocked: 8, done: 12 } as const;
const MIN_SHARE = 0.75;
const OBSTACLE_WORDS = new Set(
  "blocked blocker waiting stuck cannot unable bloqué bloquée attente impossible".split(" "),
);

/** The statements of one prompt or closing message. */
export interface Statements {
  readonly intent?: string;
  readonly decisions: readonly Decision[];
  readonly next: readonly string[];
  readonly blocked: readonly string[];
  readonly resolved: readonly string[];
  readonly done: readonly string[];
}

export function readStatements(text: string, by: Speaker): Statements {
  return {
    intent: by === "user" ? intentOf(text) : undefined,
    decisions: decisionsIn(text),
    next: nextActionsIn(text),
    blocked: blockersIn(text),
    resolved: resolutionsIn(text),
    done: doneIn(text),
  };
}

/** Adds statements. A list that does not change stays the same object. */
export function addStatements(before: Findings, heard: Statements, by: Speaker, at: number): Findings {
  const stamped = <T>(items: readonly T[]): Found<T>[] => items.map((item) => ({ ...item, by, at }));
  const said = (texts: readonly string[]) => stamped(texts.map((statement) => ({ text: statement })));
  const { done, resolved } = heard;
  const next = said(heard.next);
  const blocked = said(heard.blocked);
  const decisions = stamped(heard.decisions);
  // Next steps in a closing message replace the earlier ones.
  const ahead = by === "agent" && next.length > 0 ? next : [...before.next, ...next];
  const open = ahead.filter(({ text }) => !done.some((other) => isSame(other, text)));
  return {
    intent: heard.intent ?? before.intent,
    decisions: decisions.length === 0 ? before.decisions : addDecisions(before.decisions, decisions),
    next: next.length + done.length === 0 ? before.next : distinct(open).slice(-MAX.next),
    blocked:
      blocked.length + resolved.length + done.length === 0
        ? before.blocked
        : distinct(
            [...before.blocked, ...blocked].filter(({ text }) => resolutionOf(heard, text) === undefined),
          ).slice(-MAX.blocked),
    done: done.length === 0 ? before.done : distinct([...before.done, ...said(done)]).slice(-MAX.done),
  };
}

/** The statement that an obstacle is solved, if there is one. */
export function resolutionOf({ resolved, done }: Statements, obstacle: string): string | undefined {
  return (
    resolved.find((words) => isSame(words, obstacle) || resolves(words, obstacle)) ??
    done.find((words) => isSame(words, obstacle))
  );
}

/** Adds decisions. A new one replaces an old one that it rejects or repeats. */
export function addDecisions<T extends Decision>(before: readonly T[], made: readonly T[]): T[] {
  const words = made.map(decisionWords);
  const isReplaced = (old: T) => {
    const own = decisionWords(old);
    return words.some((later) => replaces(later, own));
  };
  return [...before.filter((old) => !isReplaced(old)), ...made].slice(-MAX.decisions);
}

function distinct<T extends Statement>(items: readonly T[]): T[] {
  return items.filter(({ text }, index) => !items.slice(index + 1).some((later) => isSame(later.text, text)));
}

/** Whether two statements are about the same thing. */
export function isSame(one: string, other: string): boolean {
  return one === other || sharesMost(new Set(wordsOf(one)), new Set(wordsOf(other)));
}

/** A resolution may have more words than the obstacle, but must share most of the obstacle's. */
function resolves(resolution: string, obstacle: string): boolean {
  const words = wordsOf(obstacle).filter((word) => !OBSTACLE_WORDS.has(word));
  const resolved = new Set(wordsOf(resolution));
  const shared = words.filter((word) => resolved.has(word)).length;
  return shared >= 2 && shared / words.length >= MIN_SHARE;
}

/** The words of a decision, split once for many comparisons. */
export interface DecisionWords {
  readonly text: string;
  readonly choice: ReadonlySet<string>;
  readonly rejected: readonly ReadonlySet<string>[];
}

/** The share of words from which two statements count as the same. */
const MIN_SHARED = 0.6;

export function decisionWords({ choice, rejected }: Pick<Decision, "choice" | "rejected">): DecisionWords {
  const words = (text: string) => new Set(wordsOf(text));
  return { text: choice, choice: words(choice), rejected: rejected.map(words) };
}

/** Whether a decision repeats or rejects the choice of an earlier one. */
export function replaces(made: DecisionWords, old: DecisionWords): boolean {
  return (
    made.text === old.text ||
    sharesMost(made.choice, old.choice) ||
    made.rejected.some((no) => isWithin(no, old.choice))
  );
}

export function sharesMost(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const fewer = Math.min(some.size, others.size);
  if (fewer === 0) return false;
  let shared = 0;
  for (const word of some) if (others.has(word)) shared++;
  return shared / Math.max(some.size, others.size) >= MIN_SHARED || (fewer >= 2 && shared === fewer);
}

function isWithin(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].every((word) => others.has(word));
}
