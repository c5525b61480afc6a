import { type Correction, holding } from "./thread-correction.js";
import { type Join, NO_THREADS, type Thread, type ThreadsState } from "./thread-state.js";
import type { ThreadTurn } from "./thread-turn.js";
import { Threading } from "./threading.js";

export interface Threaded {
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
): Threaded {
  const threading = new Threading(before ?? NO_THREADS);
  threading.tellAll(turns, holding(corrections));
  return { state: threading.state(), retired: threading.retired(), joins: threading.joins() };
}
