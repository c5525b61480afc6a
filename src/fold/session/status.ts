import type { SessionState } from "./session-state.js";

export type SessionStatus = "active" | "idle" | "ended" | "crashed" | "archived";

const IDLE_AFTER = 5 * 60_000;
const SILENT_TOO_LONG = 30 * 60_000;
/** Older than this a session is no longer handed on as a whole; what it left is found through threads and recall. */
const ARCHIVED_AFTER = 7 * 24 * 3_600_000;

/**
 * How a session stands, judged when somebody looks. `alive` says whether its agent's process still runs; undefined where
 * that cannot be known.
 */
export function statusOf(state: SessionState, now: number, alive: boolean | undefined): SessionStatus {
  const silence = Math.max(0, now - state.lastAt);
  if (isArchived(silence)) return "archived";
  if (state.ended !== undefined) return "ended";
  if (hasDied(state, now, alive)) return "crashed";
  // What was written down of it since, such as a restore, is no sign of life.
  if (alive === false) return "idle";
  return silence < IDLE_AFTER || (isInTheMiddle(state) && alive === true) ? "active" : "idle";
}

/** By the time since its last sign of life. */
export function isArchived(silence: number): boolean {
  return silence > ARCHIVED_AFTER;
}

/** It died in the middle of something, however long ago. */
export function hasDied(state: SessionState, now: number, alive: boolean | undefined): boolean {
  if (state.ended !== undefined || !isInTheMiddle(state)) return false;
  return alive === false || (alive === undefined && now - state.lastAt > SILENT_TOO_LONG);
}

/** A session that only opened and closed has nothing to hand on. */
export function hasWorked(state: SessionState): boolean {
  return state.tools > 0 || state.work.request !== undefined;
}

function isInTheMiddle({ busy, running }: SessionState): boolean {
  return busy || running.length > 0;
}
