import type { TurnState } from "../model/fold/session/session-state.js";
import { threadsNow } from "../model/fold/thread/stored-threads.js";
import { type Join, NO_THREADS, type Thread, type ThreadsState } from "../model/fold/thread/thread-state.js";
import type { Store } from "../model/store/store.js";
import { findByPrefix } from "./open.js";

export interface JoinedTurn extends Join {
  readonly state: TurnState;
}

/** The threads of a project that turns may still join. */
export function threadsOf(store: Store, project: string): ThreadsState {
  const kept = store.threads(project);
  return kept === undefined ? NO_THREADS : threadsNow(kept).state;
}

/** All threads of a project, the one worked on last first. */
export function allThreads(store: Store, project: string): Thread[] {
  const kept = store.threads(project);
  if (kept === undefined) return [];
  const { state, retired } = threadsNow(kept);
  return [...store.retiredThreads(project), ...retired, ...state.recent].sort(
    (a, b) =>
      Number(b.id === state.hot) - Number(a.id === state.hot) ||
      b.lastAt - a.lastAt ||
      (a.id < b.id ? -1 : 1),
  );
}

export function findThread(store: Store, project: string, prefix: string): Thread {
  return findByPrefix(allThreads(store, project), prefix, "thread", "tidemark threads");
}

/** Finds a turn and its thread by its id or the start of it. */
export function findTurn(store: Store, project: string, prefix: string): Join {
  const turns = store.joins(project).map((join) => ({ ...join, id: join.turn }));
  return findByPrefix(turns, prefix, "turn", "tidemark thread ID, which shows its turns");
}

export function turnsOf(store: Store, project: string, thread: string): JoinedTurn[] {
  const known = new Map<string, TurnState[]>();
  return store.joins(project, thread).flatMap((join) => {
    const turns = known.get(join.session) ?? store.turns(project, join.session);
    known.set(join.session, turns);
    const state = turns.find(({ n }) => n === join.n);
    return state === undefined ? [] : [{ ...join, state }];
  });
}
