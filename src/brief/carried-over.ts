import { cutOffBy, recoveryFor } from "../checkpoint/recovery.js";
import { briefLines, projectSeenBy } from "../extra/extras.js";
import type { Perspective } from "../extra/port.js";
import { dataHome } from "../host/env.js";
import type { CutOff } from "../model/cut-off.js";
import { activePins, removedIn, rulesOf } from "../model/fold/declared/declared.js";
import { currentFacts, type DeclaredFact, staged } from "../model/fold/declared/declared-fact.js";
import { memoryFates } from "../model/fold/item/fate.js";
import type { WorkItem } from "../model/fold/item/item.js";
import { plainText } from "../model/fold/memory/memory.js";
import type { ProjectState } from "../model/fold/project.js";
import { addDecisions, holdingAfter, isSame, withoutCleared } from "../model/fold/session/finding.js";
import type { PlanItem, SessionState } from "../model/fold/session/session-state.js";
import {
  hasWorked,
  type Interruption,
  interruptionLeft,
  interruptionOf,
  openInterruption,
  openItems,
  statusOf,
} from "../model/fold/session/status.js";
import type { Recorded } from "../model/fold/staged.js";
import type { Thread } from "../model/fold/thread/thread-state.js";
import { replacedIn } from "../model/replaced.js";
import type { Store } from "../model/store/store.js";
import type { Kind } from "../render/phrase.js";
import { isContinuation } from "../text/prose/next-action.js";
import { restates, subjectOf } from "../text/prose/subject.js";
import { type Asker, kindByElapsed, type MadeDecision, type Situation } from "./situation.js";

const MAX_SILENCE_MS = 2 * 60_000;
const MAX_MEMORIES_READ = 500;
/** Conventions to read more than are wanted: some are repeated, removed or replaced. */
const MAX_REPEATED = 5;
const MAX_CONVENTIONS = 3;

/** The session to describe, and how the asking one relates to it. */
export type About = Pick<Situation, "kind" | "elapsed" | "about" | "interrupted">;

/** An open plan outlives its session as long as its thread goes on. */
export function planFor(
  about: SessionState | undefined,
  hot: Thread | undefined,
  left: readonly PlanItem[] | undefined,
): readonly PlanItem[] {
  const own = about?.plan ?? [];
  const isItsOwn = own.length > 0 && hot?.sessions.includes(about?.session ?? "") === true;
  return about === undefined || left === undefined || openItems(own).length > 0 || isItsOwn ? own : left;
}

interface DecisionScope {
  /** The latest sessions, which may have replaced what an earlier one decided. */
  readonly latest: readonly SessionState[];
  readonly hot: Thread | undefined;
  readonly isHolding: (decision: MadeDecision & { readonly at: number }) => boolean;
  readonly isElsewhere: (one: Recorded) => boolean;
}

/**
 * Decisions outlive their session: a prompt selects them by its words, a start by the thread. A later session may have
 * replaced them, whatever its thread. Those of an unmerged branch replace nothing and come last.
 */
export function decisionsFor(
  { about, kind }: About,
  others: readonly SessionState[],
  { latest, hot, isHolding, isElsewhere }: DecisionScope,
): MadeDecision[] {
  const near = others.filter(
    (state) => state === about || kind === "prompt" || hot?.sessions.includes(state.session),
  );
  const newest = about === undefined || near.includes(about) ? near : [about, ...near];
  const made = newest.map(({ session, branch, found }) =>
    found.decisions.map((decision) => ({ ...decision, session, branch })).filter(isHolding),
  );
  const newestFirst = (list: readonly MadeDecision[][]) =>
    list.reduceRight<MadeDecision[]>(addDecisions, []).reverse();
  return [
    ...withoutReplaced(
      newestFirst(
        made.map((some) => some.filter((one) => !isElsewhere(one)).map(({ branch: _, ...one }) => one)),
      ),
      [...latest, ...newest],
      (one) => isHolding(one) && !isElsewhere(one),
    ),
    ...newestFirst(made.map((some) => some.filter(isElsewhere))),
  ];
}

/** A session without the obstacles that later sessions called solved. */
export function withoutSolved(about: SessionState, latest: readonly SessionState[]): SessionState {
  if (about.found.blocked.length === 0) return about;
  const since = latest.filter(({ session, lastAt }) => session !== about.session && lastAt > about.lastAt);
  const heard = { resolved: textsOf(since, "resolved"), done: textsOf(since, "done") };
  if (heard.resolved.length + heard.done.length === 0) return about;
  return { ...about, found: { ...about.found, blocked: withoutCleared(about.found.blocked, heard) } };
}

function textsOf(sessions: readonly SessionState[], kind: "resolved" | "done"): string[] {
  return sessions.flatMap(({ found }) => (found[kind] ?? []).map(({ text }) => text));
}

/** Drops what a session that is not told about has replaced since. */
function withoutReplaced(
  decisions: readonly MadeDecision[],
  sessions: readonly SessionState[],
  isMade: (decision: MadeDecision & { readonly at: number }) => boolean,
): MadeDecision[] {
  const made = [...new Set(sessions)]
    .flatMap(({ session, branch, found }) => found.decisions.map((one) => ({ ...one, session, branch })))
    .filter(isMade)
    .sort((a, b) => a.at - b.at);
  const holding = holdingAfter<MadeDecision>([], made).map(subjectOf);
  return decisions.filter((one) => {
    const subject = subjectOf(one);
    return holding.some((other) => restates(other, subject) || restates(subject, other));
  });
}

/** Whether a decision found in a session was neither removed nor superseded, judged by its memory. */
export function decisionHolding(
  store: Store,
  project: string,
  state: ProjectState | undefined,
): (decision: MadeDecision) => boolean {
  const { removals = [], facts = [] } = state?.declared ?? {};
  if (removals.length === 0 && !facts.some(({ supersedes }) => supersedes !== undefined)) return () => true;
  const isRemoved = removedIn(state);
  const replaced = replacedIn(store, project, state);
  const found = store.memories
    .latest(project, { kind: "decision", limit: MAX_MEMORIES_READ })
    .filter(({ session }) => session !== "")
    .map((memory) => ({
      session: memory.session,
      text: plainText(memory.text),
      holds: !isRemoved(memory) && replaced(memory) === undefined,
    }));
  return ({ session, choice }) => {
    const words = plainText(choice.replace(/…$/, ""));
    const near = found.filter((memory) => memory.session === session);
    const literal = near.filter(({ text }) => text.includes(words));
    // A decision repeated in other words has no memory of its own.
    const its = literal.length > 0 ? literal : near.filter(({ text }) => isSame(words, text));
    return its.length === 0 || its.some(({ holds }) => holds);
  };
}

/** Everything declared that holds now, and the lines of extras. */
export function declaredFor(
  store: Store,
  state: ProjectState | undefined,
  asker: Asker,
  scope: {
    readonly isElsewhere: (one: Recorded) => boolean;
    readonly perspective: Perspective;
    readonly items: readonly WorkItem[];
  },
): Pick<Situation, "pins" | "rules" | "facts" | "extra"> {
  if (state === undefined) return { pins: [], rules: [], facts: [], extra: [] };
  const { now } = asker;
  const { isElsewhere, perspective, items } = scope;
  const conventions = conventionsHolding(store, state, MAX_CONVENTIONS, items).map((fact) =>
    staged(fact, isElsewhere),
  );
  return {
    pins: activePins(state, now),
    rules: rulesOf(state),
    facts: [...currentFacts(projectSeenBy(store, state, asker), now, isElsewhere), ...conventions].filter(
      // What a model noted of the project is found by recall, and not said unasked.
      ({ kind, text, at, origin }) =>
        kind === "decision" ? !perspective.isDropped(text, at) : kind !== "fact" || origin !== "model",
    ),
    extra: briefLines.map((lines) => lines(state)),
  };
}

/** `near` holds the other latest sessions of the project: one of them may have been cut off. */
export function aboutFor(
  own: SessionState | undefined,
  others: readonly SessionState[],
  asker: Asker,
  near: readonly SessionState[] = others,
): About {
  if (own !== undefined && asker.source === "compact") return { kind: "compact", elapsed: 0, about: own };
  if (own !== undefined && asker.source === "prompt") return { kind: "prompt", elapsed: 0, about: own };
  if (own !== undefined && asker.source === "resume" && hasWorked(own)) return resumed(own, asker);
  // A session that was only asked to continue has nothing to add to the one it continued.
  const last =
    others.find(({ tools, work }) => tools > 0 || !isContinuation(work.request ?? "")) ?? others[0];
  if (last === undefined) return { kind: "first", elapsed: 0 };
  return { ...following(last, asker), ...interruptedIn(near, asker) };
}

/** The asking session is new and continues the one it was handed. */
export function handedOver(handed: SessionState, asker: Asker): About {
  const cut = interruptionOf(handed, asker.now, asker.isAlive(handed.pid, handed.pidSince));
  return {
    kind: "handover",
    elapsed: Math.max(0, asker.now - handed.lastAt),
    about: handed,
    interrupted: cut === undefined ? undefined : cutOffIn(cut, handed, asker),
  };
}

/** The newest conventions that people mentioned in prompts without declaring them, if they still hold. */
export function conventionsHolding(
  store: Store,
  state: ProjectState,
  limit: number,
  items: readonly WorkItem[] = [],
): DeclaredFact[] {
  const fateOf = memoryFates(items);
  const isRemoved = removedIn(state);
  const replaced = replacedIn(store, state.project, state);
  const found = store.memories
    .latest(state.project, { kind: "convention", limit: limit + MAX_REPEATED })
    .filter((memory) => memory.session !== "" && !isRemoved(memory) && replaced(memory) === undefined)
    .map((memory) => ({ memory, fate: fateOf(memory) }))
    .filter(({ fate }) => !fate.isOver)
    .map(({ memory, fate: { text = memory.text } }) => ({ ...memory, text }));
  const once = new Map(found.map((memory) => [memory.text.toLowerCase(), memory]));
  return [...once.values()].slice(0, limit).map((memory) => {
    const { id, text, at, session, branch } = memory;
    return { id, kind: "convention", text, by: "user", at, session, branch };
  });
}

function resumed(own: SessionState, asker: Asker): About {
  const { at } = own.left ?? { at: own.lastAt };
  const cut = interruptionLeft(own);
  return {
    kind: "resume",
    elapsed: Math.max(0, asker.now - at),
    about: own,
    interrupted: cut === undefined ? undefined : cutOffIn(cut, own, asker),
  };
}

function following(last: SessionState, asker: Asker): About {
  const elapsed = Math.max(0, asker.now - last.lastAt);
  const alive = asker.isAlive(last.pid, last.pidSince);
  const isAtWork = last.busy && isActive(last, alive, asker);
  return { kind: kindOf(asker.source, isAtWork, elapsed), elapsed, about: last };
}

function interruptedIn(near: readonly SessionState[], asker: Asker): Pick<About, "interrupted"> {
  const cut = openInterruption(near, asker.now, asker.isAlive);
  const state = near.find(({ session }) => session === cut?.session);
  return cut === undefined || state === undefined ? {} : { interrupted: cutOffIn(cut, state, asker) };
}

function cutOffIn(cut: Interruption, state: SessionState, { checkout, project, now }: Asker): CutOff {
  const where =
    checkout === undefined ? undefined : { home: dataHome(checkout.env), project, root: checkout.place.root };
  return cutOffBy(recoveryFor(cut, state, where), now);
}

/** A session with an unknown process counts as active while a turn is commonly silent; a clear ends its own session. */
function isActive(last: SessionState, alive: boolean | undefined, { now, source }: Asker): boolean {
  if (statusOf(last, now, alive) !== "active") return false;
  return alive ?? (source !== "clear" && now - last.lastAt < MAX_SILENCE_MS);
}

function kindOf(source: string, isAtWork: boolean, elapsed: number): Kind {
  if (source === "fork") return "fork";
  if (isAtWork) return "beside";
  return source === "clear" ? "clear" : kindByElapsed(elapsed);
}
