import { blockersIn } from "../../../text/prose/blocker.js";
import type { Code, CodeKind } from "../../../text/prose/code-line.js";
import { type Decision, decisionsIn, labelledDecisionsIn } from "../../../text/prose/decision.js";
import { doneIn } from "../../../text/prose/done.js";
import { intentOf } from "../../../text/prose/intent.js";
import { nextActionsIn } from "../../../text/prose/next-action.js";
import {
  clearedBy,
  isNamedIn,
  isSettledBy,
  isUnblocked,
  resolutionsIn,
} from "../../../text/prose/resolution.js";
import {
  canTakeBack,
  isDoneBy,
  isSameStatement,
  pickOf,
  replaces,
  restates,
  subjectOf,
} from "../../../text/prose/subject.js";
import { wordsOf } from "../../../text/prose/topic.js";
import type { SaidNote } from "./note.js";

/** Statements of people and agents about the work. Tool output is not read. */
export interface Findings {
  /** The user's goal, from the last prompt that names one. */
  readonly intent?: string;
  /** The latest last, without replaced ones. */
  readonly decisions: readonly Found<Decision>[];
  /** The next steps of the latest closing message, and those that the user named and nobody has done. */
  readonly next: readonly Found<Statement>[];
  /** Obstacles that nobody has called solved. */
  readonly blocked: readonly Found<Statement>[];
  readonly done: readonly Found<Statement>[];
  /** What somebody called solved: it may have been in the way of an earlier session. */
  readonly resolved?: readonly Found<Statement>[];
}

type Speaker = "user" | "agent";
type Found<T> = T & { readonly by: Speaker; readonly at: number };

interface Statement {
  readonly text: string;
}

export const NO_FINDINGS: Findings = { decisions: [], next: [], blocked: [], done: [] };

const MAX = { decisions: 20, next: 10, blocked: 8, done: 12, resolved: 8, rejected: 4 } as const;
const PURPOSE = /^,? (?:for|pour|as|comme) /i;

/** The statements of one prompt or closing message. */
export interface Statements {
  readonly intent?: string;
  readonly decisions: readonly Decision[];
  readonly next: readonly string[];
  readonly blocked: readonly string[];
  /** The empty text stands for "resolved" and the like, which name nothing. */
  readonly resolved: readonly string[];
  readonly done: readonly string[];
}

export function readStatements(text: string, by: Speaker): Statements {
  return {
    intent: by === "user" ? intentOf(text) : undefined,
    decisions: decisionsIn(text),
    next: nextActionsIn(text),
    blocked: blockersIn(text),
    resolved: [...resolutionsIn(text), ...(isUnblocked(text) ? [""] : [])],
    done: doneIn(text),
  };
}

/** The statements of a summary. It retells the conversation, so only what it calls a decision counts. */
export function readSummaryStatements(summary: string): Statements {
  return { decisions: labelledDecisionsIn(summary), next: [], blocked: [], resolved: [], done: [] };
}

/** Adds what the agent stated as codes. */
export function addCodes(heard: Statements, codes: readonly Code[]): Statements {
  if (codes.length === 0) return heard;
  const texts = (kind: CodeKind) => codes.filter((code) => code.kind === kind).map(({ text }) => text);
  const made = codes
    .filter(({ kind }) => kind === "dec")
    .map(({ text: choice, reason, rejected }) => ({ choice, reason, rejected }));
  return {
    ...heard,
    decisions: [...heard.decisions, ...made],
    next: [...heard.next, ...texts("next")],
    blocked: [...heard.blocked, ...texts("block")],
    done: [...heard.done, ...texts("done")],
  };
}

const LABEL: { readonly [K in CodeKind]: SaidNote["label"] } = {
  dec: "decision",
  next: "next",
  done: "done",
  block: "blocker",
  rule: "rule",
  fact: "fact",
};

/** A code as a sentence of the agent. */
export function codeNote({ kind, text, reason, rejected }: Code, index: number, count: number): SaidNote {
  const not = rejected.length === 0 ? "" : ` instead of ${rejected.join(" or ")}`;
  const why = reason === undefined ? "" : ` because ${reason}`;
  return {
    is: "said",
    by: "agent",
    text: `${text}${not}${why}`,
    label: LABEL[kind],
    chance: 1,
    heading: "",
    isBullet: true,
    index,
    count,
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
  // The next steps of a closing message replace those of earlier ones, but not what a person asked for.
  const isKept = (one: Found<Statement>) => by === "user" || next.length === 0 || one.by === "user";
  const open = [...before.next.filter(isKept), ...next].filter(
    ({ text }) => !done.some((deed) => isDoneBy(text, deed)),
  );
  const isUnsettled = ({ text }: Statement) => !decisions.some((made) => isSettledBy(text, made));
  return {
    intent: heard.intent ?? before.intent,
    decisions: decisions.length === 0 ? before.decisions : addDecisions(before.decisions, decisions),
    next: next.length + done.length === 0 ? before.next : distinct(open).slice(-MAX.next),
    blocked:
      blocked.length + resolved.length + done.length + decisions.length === 0
        ? before.blocked
        : distinct(withoutCleared([...before.blocked.filter(isUnsettled), ...blocked], heard)).slice(
            -MAX.blocked,
          ),
    resolved:
      resolved.length === 0
        ? before.resolved
        : [...(before.resolved ?? []), ...said(resolved)].slice(-MAX.resolved),
    done: done.length === 0 ? before.done : distinct([...before.done, ...said(done)]).slice(-MAX.done),
  };
}

/** The obstacles that nobody has called solved. */
export function withoutCleared<T extends Statement>(
  blocked: readonly T[],
  heard: Pick<Statements, "resolved" | "done">,
): T[] {
  const cleared = resolutionsOf(
    heard,
    blocked.map(({ text }) => text),
  );
  return blocked.filter(({ text }) => !cleared.has(text));
}

/** The statements that obstacles are solved, by obstacle. */
export function resolutionsOf(
  { resolved, done }: Pick<Statements, "resolved" | "done">,
  obstacles: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const [only, ...others] = obstacles;
  for (const words of resolved)
    if (words !== "") for (const obstacle of clearedBy(words, obstacles)) found.set(obstacle, words);
    else if (only !== undefined && others.length === 0) found.set(only, words);
  for (const deed of done)
    for (const obstacle of obstacles) if (isNamedIn(deed, obstacle)) found.set(obstacle, deed);
  return found;
}

/**
 * Adds decisions. A new one takes the place of those that it replaces, keeps what they say of the same choice, and
 * names what it replaced as rejected.
 */
export function addDecisions<T extends Decision>(before: readonly T[], made: readonly T[]): T[] {
  return holdingAfter(before, made).slice(-MAX.decisions);
}

/** All decisions that hold after newer ones. */
export function holdingAfter<T extends Decision>(before: readonly T[], made: readonly T[]): readonly T[] {
  return made.reduce<readonly T[]>(addDecision, before);
}

function addDecision<T extends Decision>(before: readonly T[], made: T): T[] {
  const replaced = replacedBy(made, before);
  return [...before.filter((old) => !replaced.includes(old)), replaced.reduce(succeed, made)];
}

/** The decisions that a newer one replaces. A reversal may name none of them. */
export function replacedBy<T extends Decision>(made: Decision, before: readonly T[]): T[] {
  const subject = subjectOf(made);
  const replaced = before.filter((old) => replaces(subject, subjectOf(old)));
  if (made.takesBack === undefined || replaced.length > 0) return replaced;
  const meant = before.filter((old) => canTakeBack(subject, subjectOf(old)));
  return made.takesBack === "latest" || meant.length === 1 ? meant.slice(-1) : [];
}

/** The newer decision with what the one that it replaces adds to it. */
export function succeed<T extends Decision>(made: T, old: Decision): T {
  const [subject, was] = [subjectOf(made), subjectOf(old)];
  if (restates(subject, was))
    return {
      ...made,
      choice: subject.topic.size === 0 && was.topic.size > 0 ? old.choice : made.choice,
      reason: made.reason ?? old.reason,
      rejected: made.rejected.length > 0 ? made.rejected : old.rejected,
    };
  // A reversal that names nothing may be about something else, so do not call the old choice rejected.
  if (!replaces(subject, was)) return made;
  const pick = pickOf(old.choice);
  // "Memcached instead of Redis" is for what Redis was for.
  const purpose = old.choice.startsWith(pick) ? old.choice.slice(pick.length) : "";
  const choice = subject.topic.size === 0 && PURPOSE.test(purpose) ? `${made.choice}${purpose}` : made.choice;
  const isNamed = [made.choice, ...made.rejected].some((text) =>
    text.toLowerCase().includes(pick.toLowerCase()),
  );
  return isNamed
    ? { ...made, choice }
    : { ...made, choice, rejected: [...made.rejected, pick].slice(-MAX.rejected) };
}

function distinct<T extends Statement>(items: readonly T[]): T[] {
  return items.filter(
    ({ text }, index) => !items.slice(index + 1).some((later) => isSameStatement(later.text, text)),
  );
}

/** Whether two statements are about the same thing. */
export function isSame(one: string, other: string): boolean {
  return one === other || sharesMost(new Set(wordsOf(one)), new Set(wordsOf(other)));
}

/** The share of words from which two statements count as the same. */
const MIN_SHARED = 0.6;

export function sharesMost(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const fewer = Math.min(some.size, others.size);
  if (fewer === 0) return false;
  let shared = 0;
  for (const word of some) if (others.has(word)) shared++;
  return shared / Math.max(some.size, others.size) >= MIN_SHARED || (fewer >= 2 && shared === fewer);
}
