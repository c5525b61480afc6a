import type { SessionState } from "./session-state.js";

export type SessionStatus = "active" | "idle" | "ended" | "crashed";

const IDLE_AFTER = 5 * 60_000;
const SILENT_TOO_LONG = 30 * 60_000;

/**
 * How a session stands, judged when somebody looks. `alive` says whether its agent's process still runs; undefined where
 * that cannot be known.
 */
export function statusOf(state: SessionState, now: number, alive: boolean | undefined): SessionStatus {
  if (state.ended !== undefined) return "ended";
  const silence = Math.max(0, now - state.lastAt);
  const inTheMiddle = state.busy || state.running.length > 0;
  if (inTheMiddle && (alive === false || (alive === undefined && silence > SILENT_TOO_LONG)))
    return "crashed";
  return silence < IDLE_AFTER || (inTheMiddle && alive === true) ? "active" : "idle";
}

/** A session that only opened and closed has nothing to hand on. */
export function hasWorked(state: SessionState): boolean {
  return state.tools > 0 || state.work.request !== undefined;
}
