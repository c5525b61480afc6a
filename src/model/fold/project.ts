import { compareEvents } from "../../event/order.js";
import type { SomeEvents, TidemarkEvent } from "../../event/registry.js";
import { type ExtraStates, foldExtras, NO_EXTRAS } from "../../extra/folds.js";
import { allPins, type Declared, foldDeclared, NOTHING_DECLARED, rulesOf } from "./declared/declared.js";
import { type DeclaredFact, declaredFacts, type FactKind } from "./declared/declared-fact.js";
import type { Memory, MemoryKind } from "./memory/memory-state.js";
import { foldPromoted, type Promoted } from "./staged.js";
import { putLatest, type Stamped, stampOf } from "./stamp.js";
import type { Thread } from "./thread/thread-state.js";

export interface ProjectState {
  readonly project: string;
  readonly name: string;
  readonly path: string;
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  /** Prompts ever submitted in the project. */
  readonly beat: number;
  readonly events: number;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly last: { readonly clock: number; readonly id: string; readonly session: string };
  readonly seen: { readonly clock: number; readonly id: string };
  readonly declared: Declared;
  /** Branches of git that were merged. */
  readonly promoted: readonly Promoted[];
  /** Sessions that a model has noted. */
  readonly distilled: readonly Stamped[];
  readonly extra: ExtraStates;
}

const MAX_DISTILLED = 500;

/**
 * Folds the events of parallel sessions, which arrive in any order. It only counts, joins sets and keeps the latest by
 * (clock, id), so that the result does not depend on the order.
 */
export function foldProject(before: ProjectState | undefined, events: SomeEvents): ProjectState {
  const state: Mutable<ProjectState> = before === undefined ? begin(events[0]) : { ...before };
  for (const event of events) {
    state.events++;
    if (event.type === "prompt.submitted") state.beat++;
    if (event.at < state.startedAt) state.startedAt = event.at;
    if (event.at > state.lastAt) state.lastAt = event.at;
    if (event.session !== "" && event.type !== "session.tagged" && compareEvents(event, state.last) >= 0) {
      state.last = { clock: event.clock, id: event.id, session: event.session };
    }
    if (event.type === "project.seen") see(state, event);
    listen(state, event);
  }
  return state;
}

function listen(state: Mutable<ProjectState>, event: TidemarkEvent): void {
  try {
    state.declared = foldDeclared(state.declared, event);
    state.promoted = foldPromoted(state.promoted, event);
    if (event.type === "session.distilled")
      state.distilled = putLatest(
        state.distilled,
        { id: event.data.session, ...stampOf(event) },
        MAX_DISTILLED,
      );
    state.extra = foldExtras(state.extra, event);
  } catch {
    // One bad event must not stop later ones; the session fold reports it.
  }
}

function see(state: Mutable<ProjectState>, event: Extract<TidemarkEvent, { type: "project.seen" }>): void {
  const { name, path, roots, remotes } = event.data;
  state.roots = union(state.roots, roots);
  state.remotes = union(state.remotes, remotes);
  if (compareEvents(event, state.seen) < 0) return;
  state.name = name;
  state.path = path;
  state.seen = { clock: event.clock, id: event.id };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function begin(event: TidemarkEvent): Mutable<ProjectState> {
  const never = { clock: -1, id: "" };
  return {
    project: event.project,
    name: "",
    path: "",
    roots: [],
    remotes: [],
    beat: 0,
    events: 0,
    startedAt: event.at,
    lastAt: event.at,
    last: { ...never, session: "" },
    seen: never,
    declared: NOTHING_DECLARED,
    promoted: [],
    distilled: [],
    extra: NO_EXTRAS,
  };
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].sort();
}

/** The pins, facts and rules of a project, each with the id by which it is rated and removed. */
export function projectMemories(state: ProjectState): Memory[] {
  return [
    ...allPins(state).map(({ id, text, createdAt }) => memory({ id, kind: "pin", at: createdAt, text })),
    ...declaredFacts(state).map((fact) => ({
      ...memory({ id: fact.id, kind: KIND[fact.kind], by: fact.by, at: fact.at, text: textOf(fact) }),
      branch: fact.branch,
      superseded: fact.supersededBy,
    })),
    ...rulesOf(state).map(({ id, text, at }) => memory({ id, kind: "convention", at, text })),
  ];
}

/** Title, topics and summary of a thread. Undefined for a thread of one turn, which adds nothing. */
export function threadMemory(thread: Thread): Memory | undefined {
  const { id, title, topics, summary, lastAt, files, branches } = thread;
  const text = [title, topics.join(", "), summary].filter((part) => part !== "").join("\n");
  if (text === "" || thread.turns < 2) return undefined;
  return { ...memory({ id, kind: "thread", by: "agent", at: lastAt, text, files }), branch: branches.at(-1) };
}

const KIND: { readonly [K in FactKind]: MemoryKind } = {
  decision: "decision",
  blocker: "blocker",
  next: "plan",
  done: "fact",
  fact: "fact",
  convention: "convention",
  command: "command",
};

type MemoryFields = Pick<Memory, "id" | "kind" | "at" | "text"> & Partial<Pick<Memory, "by" | "files">>;

// Declarations belong to the project, not to a session or a device.
function memory({ id, kind, by = "user", at, text, files = [] }: MemoryFields): Memory {
  return { id, kind, by, at, session: "", author: "", files, text };
}

function textOf({ text, reason, rejected = [], origin }: DeclaredFact): string {
  const not = rejected.length === 0 ? "" : ` (not ${rejected.join(", ")})`;
  const noted = origin === undefined ? "" : " (noted by a model)";
  return `${text}${not}${reason === undefined ? "" : ` because ${reason}`}${noted}`;
}
