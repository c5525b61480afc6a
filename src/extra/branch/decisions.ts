import { TidemarkError } from "../../error.js";
import type { Place } from "../../host/git/git.js";
import { readTrunk } from "../../host/git/git-branch.js";
import { decidedByFact, decidedByMemory } from "../../model/fold/decision/decided.js";
import { type DecisionLine, groupDecisions } from "../../model/fold/decision/decision-group.js";
import {
  currentBranch,
  type Decided,
  type DecisionNode,
  decisionTree,
  flatten,
} from "../../model/fold/decision/decision-tree.js";
import { declaredFacts } from "../../model/fold/declared/declared-fact.js";
import { removedIn } from "../../model/fold/declared/removal.js";
import type { Store } from "../../model/store/store.js";
import { findSession, type Opened } from "../../project/open.js";
import { replacedIn } from "../../project/replaced.js";
import { allThreads, findThread } from "../../project/threads.js";
import { lineOf, mergesIn, stagedIn } from "./fold/branch.js";
import { decidedAfter } from "./fold/decision-merge.js";

export interface DecisionFilter {
  /** A session's id, or the start of it. */
  readonly session?: string;
  /** A branch of work, or of git. */
  readonly branch?: string;
  /** A thread's id, or the start of it. */
  readonly thread?: string;
  /** Only the trees that changed last. */
  readonly limit?: number;
}

export interface Decisions {
  readonly lines: readonly DecisionLine[];
  /** Where the newest decision that holds was made. */
  readonly currentBranch: string;
  /** Trees that the limit left out. */
  readonly left: number;
}

/** Found ones; more were never worth reading through. */
const MOST = 500;

/** The decisions of a project as trees. Of a filter all trees are shown that have one it lets through. */
export function decisionsOf(opened: Opened, filter: DecisionFilter = {}): Decisions {
  const isWanted = wantedBy(opened, filter);
  const forest = decisionTree(decidedIn(opened)).filter((tree) => [...flatten([tree])].some(isWanted));
  const latest = new Set(
    [...forest].sort((a, b) => lastIn(b) - lastIn(a)).slice(0, filter.limit ?? forest.length),
  );
  return {
    lines: groupDecisions(forest.filter((tree) => latest.has(tree))),
    currentBranch: currentBranch(forest),
    left: forest.length - latest.size,
  };
}

interface DecisionGround {
  readonly store: Store;
  readonly project: string;
  readonly place?: Place;
}

/** All decisions that were made in a project, declared or found, in no order; those that were removed are not. */
export function decidedIn(ground: DecisionGround): Decided[] {
  const state = ground.store.project(ground.project);
  return decidedAfter(decidedApart(ground), state === undefined ? [] : mergesIn(state));
}

/** The same as they were made on each branch of work, whatever was merged since. */
export function decidedApart({ store, project, place }: DecisionGround): Decided[] {
  const state = store.project(project);
  if (state === undefined) return [];
  const trunk = place?.commonDir === undefined ? undefined : readTrunk(place.commonDir);
  const isStaged = stagedIn(state, trunk === undefined ? {} : { trunk });
  const declared = declaredFacts(state, "decision").map(decidedByFact);
  const threads = threadsByTurn(store, project);
  const complete = (decided: Decided, turn?: string): Decided => {
    const line = decided.session === "" ? "" : lineOf(state, decided.session);
    const thread = turn === undefined ? undefined : threads.get(turn);
    return {
      ...decided,
      ...(line === "" ? {} : { line }),
      ...(thread === undefined ? {} : { thread }),
      ...(isStaged(decided) ? { isStaged: true } : {}),
    };
  };
  const isRemoved = removedIn(state);
  const replaced = replacedIn(store, project, state);
  const known = new Map<string, Parameters<typeof decidedByMemory>[1]>();
  const knownIn = (session: string) => {
    const found = known.get(session) ?? store.session(project, session)?.state.found.decisions ?? [];
    known.set(session, found);
    return found;
  };
  const found = store.memories
    .latest(project, { kind: "decision", limit: MOST })
    .filter((memory) => memory.session !== "" && !isRemoved(memory))
    .map((memory) =>
      complete(decidedByMemory(memory, knownIn(memory.session), replaced(memory)), memory.turn),
    );
  return [...declared.map((fact) => complete(fact)), ...found];
}

function wantedBy(
  opened: Opened,
  { session, branch, thread }: DecisionFilter,
): (node: DecisionNode) => boolean {
  const { store, project } = opened;
  const id = session === undefined ? undefined : findSession(opened, session).session;
  const wanted = thread === undefined ? undefined : findThread(store, project, thread).id;
  if (branch === "")
    throw new TidemarkError("bad-argument", "--branch takes the name of a branch of work, or of git.");
  return (node) =>
    (id === undefined || node.session === id) &&
    (branch === undefined || [node.line, node.mergedInto, node.branch].includes(branch)) &&
    (wanted === undefined || node.thread?.id === wanted);
}

function threadsByTurn(store: Store, project: string): Map<string, { id: string; title: string }> {
  const titles = new Map(allThreads(store, project).map(({ id, title }) => [id, { id, title }]));
  return new Map(
    store.joins(project).flatMap(({ turn, thread }) => {
      const found = titles.get(thread);
      return found === undefined ? [] : [[turn, found] as const];
    }),
  );
}

function lastIn(tree: DecisionNode): number {
  return Math.max(...[...flatten([tree])].map(({ at }) => at));
}
