import { compareEvents } from "../../../event/order.js";
import type { EventOf, TidemarkEvent } from "../../../event/registry.js";
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
 * A project's threads as they are stored. The last turns stay pending and are folded again with each update, because a
 * turn may continue after its end, and an earlier one may arrive later.
 */
export interface StoredThreads {
  readonly corrections: readonly Correction[];
  readonly settled: ThreadsState;
  /** Finished turns in the order of their ends. */
  readonly pending: readonly ThreadTurn[];
  /** The threads that the pending turns changed, the latest last, so that readers need not fold. */
  readonly ahead: readonly Thread[];
  /** The hot thread after them. */
  readonly hot?: string;
}

/** The turns of a session before and after an update. */
export interface TurnChange {
  readonly session: string;
  readonly before: readonly TurnState[];
  readonly after: readonly TurnState[];
}

export interface ThreadsUpdate {
  readonly threads: StoredThreads;
  /** Everything that was stored of the project's threads is obsolete. */
  readonly isRebuilt: boolean;
  readonly retired: readonly Thread[];
  /** Short names of turns whose joins are obsolete. */
  readonly unjoined: readonly string[];
  readonly joins: readonly Join[];
}

const MAX_PENDING = 4;
const NONE: StoredThreads = { corrections: [], settled: NO_THREADS, pending: [], ahead: [] };

/** The threads after turns ended or changed and corrections were made; undefined if nothing changes. */
export function updateThreads(
  readStored: () => StoredThreads | undefined,
  changes: readonly TurnChange[],
  declared: readonly CorrectionEvent[],
  allTurns: () => readonly ThreadTurn[],
): ThreadsUpdate | undefined {
  const { gone, come } = differences(changes);
  if (gone.length === 0 && come.length === 0 && declared.length === 0) return undefined;
  const before = readStored() ?? NONE;
  const { last } = before.settled;
  if (declared.length > 0 || [...gone, ...come].some(({ end }) => compareEvents(end, last) <= 0)) {
    const corrections = addCorrections(before.corrections, declared);
    const update = settle(NO_THREADS, corrections, effective(corrections), inOrder(allTurns()));
    return { ...update, isRebuilt: true, unjoined: [] };
  }
  const left = new Set(gone.map(turnId));
  const turns = inOrder([...before.pending.filter((turn) => !left.has(turnId(turn))), ...come]);
  const unjoined = [...new Set([...before.pending.map(turnId), ...left])];
  return { ...settle(before.settled, before.corrections, [], turns), isRebuilt: false, unjoined };
}

/** The threads with the pending turns. */
export function threadsNow(stored: StoredThreads): FoldedThreads {
  return foldThreads(stored.settled, stored.pending);
}

/** The recent threads of {@link threadsNow}, without folding. */
export function recentThreads({ settled, ahead, hot }: StoredThreads): RecentThreads {
  if (ahead.length === 0) return settled;
  const later = new Set(ahead.map(({ id }) => id));
  const before = settled.recent
    .filter(({ id }) => !later.has(id))
    .map((thread) => (thread.id === hot ? thread : cool(thread)));
  return { hot, recent: [...before, ...ahead].slice(-MAX_RECENT_THREADS) };
}

// A correction may concern any turn, so it is settled together with all turns before it.
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
  const { hot } = threading.state();
  return { threads: { corrections, settled, pending, ahead, hot }, retired, joins };
}

/** Finished turns that are gone, and those that are new. A changed turn is in both lists. */
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
  const finished = turns.flatMap((turn) => threadTurn(session, turn) ?? []);
  return new Map(finished.map((turn) => [turn.id, turn]));
}

function isSame(a: ThreadTurn, b: ThreadTurn | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function inOrder(turns: readonly ThreadTurn[]): ThreadTurn[] {
  return [...turns].sort((a, b) => compareEvents(a.end, b.end));
}

export type CorrectionEvent = Extract<TidemarkEvent, { type: `thread.${string}` }>;

/** A correction as it is stored, with its position in the order of events. */
export type Correction = {
  [T in CorrectionEvent["type"]]: Readonly<Pick<EventOf<T>, "clock" | "id" | "at" | "type" | "data">>;
}[CorrectionEvent["type"]];

export function isCorrection(event: TidemarkEvent): event is CorrectionEvent {
  return event.type.startsWith("thread.");
}

/** Adds corrections, each once, in order. */
export function addCorrections(
  before: readonly Correction[],
  events: readonly CorrectionEvent[],
): readonly Correction[] {
  const known = new Map(before.map((correction) => [correction.id, correction]));
  for (const { clock, id, at, type, data } of events)
    known.set(id, { clock, id, at, type, data } as Correction);
  return [...known.values()].sort(compareEvents);
}

function effective(corrections: readonly Correction[]): readonly Correction[] {
  return withoutUndone(corrections).filter(({ type }) => type !== "thread.undone");
}

/** The corrections that were not undone. Undoing an undo restores the correction. */
export function withoutUndone(corrections: readonly Correction[]): readonly Correction[] {
  const undone = new Set<string>();
  // From the last: whether an undo holds must be known before its target is considered.
  for (const { id, ...correction } of [...corrections].reverse()) {
    if (correction.type === "thread.undone" && !undone.has(id)) undone.add(correction.data.correction);
  }
  return corrections.filter(({ id }) => !undone.has(id));
}

interface FoldedThreads {
  readonly state: ThreadsState;
  /** Threads unused for long, which left the state. Only corrections still change them. */
  readonly retired: readonly Thread[];
  readonly joins: readonly Join[];
}

/**
 * Folds finished turns into the threads of a project, in the order of their ends. The same turns give the same threads,
 * in one run or in many. Corrections may concern any turn, so they require all turns from the first.
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
