import { blockersIn, resolutionsIn } from "../../../text/prose/blocker.js";
import { type Decision, decisionsIn } from "../../../text/prose/decision.js";
import { doneIn } from "../../../text/prose/done.js";
import { intentOf } from "../../../text/prose/intent.js";
import { nextActionsIn } from "../../../text/prose/next-action.js";
import { wordsOf } from "../../../text/prose/topic.js";
import { decisionWords, replaces, sharesMost } from "../decision/decision-words.js";

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

type Found<T> = T & { readonly by: "user" | "agent"; readonly at: number };

interface Statement {
  readonly text: string;
}

export const NO_FINDINGS: Findings = { decisions: [], next: [], blocked: [], done: [] };

const MAX = { decisions: 20, next: 10, blocked: 8, done: 12 } as const;
const MIN_SHARE = 0.75;
const OBSTACLE_WORDS = new Set(
  "blocked blocker waiting stuck cannot unable bloqué bloquée attente impossible".split(" "),
);

/** What one prompt or closing message says. */
export interface Statements {
  readonly intent?: string;
  readonly decisions: readonly Decision[];
  readonly next: readonly string[];
  readonly blocked: readonly string[];
  readonly resolved: readonly string[];
  readonly done: readonly string[];
}

/** Reads one prompt or closing message. */
export function readStatements(text: string, by: "user" | "agent"): Statements {
  const intent = by === "user" ? intentOf(text) : undefined;
  return {
    intent,
    decisions: decisionsIn(text),
    next: nextActionsIn(text),
    blocked: blockersIn(text),
    resolved: resolutionsIn(text),
    done: doneIn(text),
  };
}

/** What is known after some words more. A list to which they add nothing stays the same one. */
export function addStatements(
  before: Findings,
  heard: Statements,
  by: "user" | "agent",
  at: number,
): Findings {
  const stamped = <T>(items: readonly T[]): Found<T>[] => items.map((item) => ({ ...item, by, at }));
  const said = (texts: readonly string[]) => stamped(texts.map((statement) => ({ text: statement })));
  const { done, resolved } = heard;
  const next = said(heard.next);
  const blocked = said(heard.blocked);
  const decisions = stamped(heard.decisions);
  const intent = heard.intent ?? before.intent;
  // The closing message that lists what is left replaces the list before it.
  const ahead = by === "agent" && next.length > 0 ? next : [...before.next, ...next];
  return {
    intent,
    decisions: decisions.length === 0 ? before.decisions : addDecisions(before.decisions, decisions),
    next: next.length + done.length === 0 ? before.next : distinct(without(ahead, done)).slice(-MAX.next),
    blocked:
      blocked.length + resolved.length + done.length === 0
        ? before.blocked
        : distinct(
            [...before.blocked, ...blocked].filter(({ text }) => resolutionOf(heard, text) === undefined),
          ).slice(-MAX.blocked),
    done: done.length === 0 ? before.done : distinct([...before.done, ...said(done)]).slice(-MAX.done),
  };
}

/** Which of the words heard say that an obstacle is gone. */
export function resolutionOf({ resolved, done }: Statements, obstacle: string): string | undefined {
  return (
    resolved.find((words) => isSame(words, obstacle) || resolves(words, obstacle)) ??
    done.find((words) => isSame(words, obstacle))
  );
}

/** A new decision replaces the one it rejects, and one that chose the same. */
export function addDecisions<T extends Decision>(before: readonly T[], made: readonly T[]): T[] {
  const words = made.map(decisionWords);
  const isReplaced = (old: T) => {
    const own = decisionWords(old);
    return words.some((later) => replaces(later, own));
  };
  return [...before.filter((old) => !isReplaced(old)), ...made].slice(-MAX.decisions);
}

function without<T extends Statement>(items: readonly T[], settled: readonly string[]): T[] {
  return items.filter(({ text }) => !settled.some((other) => isSame(other, text)));
}

function distinct<T extends Statement>(items: readonly T[]): T[] {
  return items.filter(({ text }, index) => !items.slice(index + 1).some((later) => isSame(later.text, text)));
}

/** Two statements about the same thing. */
export function isSame(one: string, other: string): boolean {
  return one === other || sharesMost(new Set(wordsOf(one)), new Set(wordsOf(other)));
}

/** Who says how something was resolved says more than what it was. */
function resolves(resolution: string, obstacle: string): boolean {
  const words = wordsOf(obstacle).filter((word) => !OBSTACLE_WORDS.has(word));
  const told = new Set(wordsOf(resolution));
  const shared = words.filter((word) => told.has(word)).length;
  return shared >= 2 && shared / words.length >= MIN_SHARE;
}
