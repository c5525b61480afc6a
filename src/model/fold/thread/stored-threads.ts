import { compareEvents } from "../../../event/order.js";
import type { TidemarkEvent } from "../../../event/registry.js";
import type { TurnState } from "../session/session-state.js";
import { cool } from "./thread-draft.js";
import {
  type Join,
  NO_THREADS,
  type RecentThreads,
  type Thread,
  type ThreadsState,
  type ThreadTurn,
  threadTurn,
  turnId,
} from "./thread-state.js";
import { MAX_RECENT_THREADS, Threading } from "./threading.js";

/**
 * A project's threads as they are kept. The last turns are told anew each time: one may go on after its end, and one that
 * ended before it may arrive after it. Neither then costs more than telling these few.
 */
export interface StoredThreads {
  readonly corrections: readonly Correction[];
  readonly settled: ThreadsState;
  /** Turns that are over and not yet settled, in the order of their ends. */
  readonly pending: readonly ThreadTurn[];
  /** The threads as these turns leave them, the one worked on last at the end: an answer need not tell them again. */
  readonly ahead: readonly Thread[];
}

/** What has become of the turns of one session. */
export interface TurnChange {
  readonly session: string;
  readonly before: readonly TurnState[];
  readonly after: readonly TurnState[];
}

export interface ThreadsUpdate {
  readonly threads: StoredThreads;
  /** All was told anew: what was kept of this project's threads before no longer holds. */
  readonly isRebuilt: boolean;
  readonly retired: readonly Thread[];
  /** The turns whose joins no longer hold, by their short names. */
  readonly unjoined: readonly string[];
  readonly joins: readonly Join[];
}

const MAX_PENDING = 4;
const NONE: StoredThreads = { corrections: [], settled: NO_THREADS, pending: [], ahead: [] };

/** The threads after some turns ended or changed and some corrections were made; undefined where that changes nothing. */
export function updateThreads(
  keptBefore: () => StoredThreads | undefined,
  changes: readonly TurnChange[],
  declared: readonly CorrectionEvent[],
  allTurns: () => readonly ThreadTurn[],
): ThreadsUpdate | undefined {
  const { gone, come } = differences(changes);
  if (gone.length === 0 && come.length === 0 && declared.length === 0) return undefined;
  const before = keptBefore() ?? NONE;
  const { last } = before.settled;
  const isDeep = declared.length > 0 || [...gone, ...come].some(({ end }) => compareEvents(end, last) <= 0);
  if (isDeep) return rebuild(addCorrections(before.corrections, declared), inOrder(allTurns()));
  const left = new Set(gone.map(turnId));
  const turns = inOrder([...before.pending.filter((turn) => !left.has(turnId(turn))), ...come]);
  const unjoined = [...new Set([...before.pending.map(turnId), ...left])];
  return { ...settle(before.settled, before.corrections, [], turns), isRebuilt: false, unjoined };
}

/** The threads with the turns that are not settled. */
export function threadsNow(kept: StoredThreads): FoldedThreads {
  return foldThreads(kept.settled, kept.pending);
}

/** The threads that may be joined, as {@link threadsNow} gives them, without telling anything. */
export function recentThreads({ settled, ahead }: StoredThreads): RecentThreads {
  const hot = ahead.at(-1)?.id;
  if (hot === undefined) return settled;
  const later = new Set(ahead.map(({ id }) => id));
  const before = settled.recent.filter(({ id }) => !later.has(id)).map(cool);
  return { hot, recent: [...before, ...ahead].slice(-MAX_RECENT_THREADS) };
}

function rebuild(corrections: readonly Correction[], turns: readonly ThreadTurn[]): ThreadsUpdate {
  return { ...settle(NO_THREADS, corrections, effective(corrections), turns), isRebuilt: true, unjoined: [] };
}

// A correction is settled with all that was before it: it may concern any turn, and those are at hand only when all is told.
function settle(
  before: ThreadsState,
  corrections: readonly Correction[],
  due: readonly Correction[],
  turns: readonly ThreadTurn[],
): Pick<ThreadsUpdate, "threads" | "retired" | "joins"> {
  const corrected = corrections.at(-1) ?? before.last;
  const settling = turns.filter(
    ({ end }, at) => at < turns.length - MAX_PENDING || compareEvents(end, corrected) < 0,
  );
  const pending = turns.slice(settling.length);
  const threading = new Threading(before);
  threading.addAll(settling, due);
  const state = threading.state();
  const last = [before.last, corrected, state.last].sort(compareEvents).at(-1) ?? state.last;
  const retired = threading.retired();
  for (const turn of pending) threading.add(turn);
  const joins = threading.joins();
  const settled = { ...state, last: { clock: last.clock, id: last.id } };
  const isPending = new Set(pending.map(turnId));
  const met = new Set(joins.flatMap(({ turn, thread }) => (isPending.has(turn) ? [thread] : [])));
  const ahead = threading.recent().filter(({ id }) => met.has(id));
  return { threads: { corrections, settled, pending, ahead }, retired, joins };
}

/** What left and what came; a turn that changed does both. */
function differences(changes: readonly TurnChange[]): { gone: ThreadTurn[]; come: ThreadTurn[] } {
  const gone: ThreadTurn[] = [];
  const come: ThreadTurn[] = [];
  for (const { session, before, after } of changes) {
    const was = finishedTurns(session, before);
    const is = finishedTurns(session, after);
    for (const [id, turn] of was) if (!isSame(turn, is.get(id))) gone.push(turn);
    for (const [id, turn] of is) if (!isSame(turn, was.get(id))) come.push(turn);
  }
  return { gone, come };
}

function finishedTurns(session: string, turns: readonly TurnState[]): Map<string, ThreadTurn> {
  return new Map(
    turns.flatMap((turn) => {
      const over = threadTurn(session, turn);
      return over === undefined ? [] : [[over.id, over] as const];
    }),
  );
}

function isSame(a: ThreadTurn, b: ThreadTurn | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function inOrder(turns: readonly ThreadTurn[]): ThreadTurn[] {
  return [...turns].sort((a, b) => compareEvents(a.end, b.end));
}

/** An event that corrects threads. */
export type CorrectionEvent = Extract<TidemarkEvent, { type: `thread.${string}` }>;

/** A correction as it is kept: what was declared, and its place among all that happened. */
export type Correction = {
  [T in CorrectionEvent["type"]]: {
    readonly clock: number;
    readonly id: string;
    readonly at: number;
    readonly type: T;
    readonly data: Extract<CorrectionEvent, { type: T }>["data"];
  };
}[CorrectionEvent["type"]];

export function isCorrection(event: TidemarkEvent): event is CorrectionEvent {
  return event.type.startsWith("thread.");
}

/** The corrections with some more, each once, in order. */
export function addCorrections(
  before: readonly Correction[],
  events: readonly CorrectionEvent[],
): readonly Correction[] {
  const known = new Map(before.map((correction) => [correction.id, correction]));
  for (const { clock, id, at, type, data } of events)
    known.set(id, { clock, id, at, type, data } as Correction);
  return [...known.values()].sort(compareEvents);
}

/** Those that hold, as far as threads are concerned. */
function effective(corrections: readonly Correction[]): readonly Correction[] {
  return withoutUndone(corrections).filter(({ type }) => type !== "thread.undone");
}

/** Those that were not undone. Undoing an undoing brings back what it undid. */
export function withoutUndone(corrections: readonly Correction[]): readonly Correction[] {
  const undone = new Set<string>();
  // From the last: whether an undoing holds is known before what it undoes is looked at.
  for (const { id, ...correction } of [...corrections].reverse()) {
    if (correction.type === "thread.undone" && !undone.has(id)) undone.add(correction.data.correction);
  }
  return corrections.filter(({ id }) => !undone.has(id));
}

interface FoldedThreads {
  readonly state: ThreadsState;
  /** Threads that were not met for long and left the state. They stay as they are, corrections aside. */
  readonly retired: readonly Thread[];
  /** To which thread each of the turns belongs, and why. */
  readonly joins: readonly Join[];
}

/**
 * Tells turns that are over into the threads of a project, in the order in which they ended. No clock, no IO: the same
 * turns give the same threads, in one run or in many. Corrections may concern any turn: with some, all turns must be
 * told, from the first.
 */
export function foldThreads(
  before: ThreadsState | undefined,
  turns: readonly ThreadTurn[],
  corrections: readonly Correction[] = [],
): FoldedThreads {
  const threading = new Threading(before ?? NO_THREADS);
  threading.addAll(turns, effective(corrections));
  return { state: threading.state(), retired: threading.retired(), joins: threading.joins() };
}
