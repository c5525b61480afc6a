import { DAY_MS, MINUTE_MS } from "../../../event/time.js";
import type { Running, SessionState } from "./session-state.js";

export type SessionStatus = "active" | "idle" | "ended" | "crashed" | "archived";

const IDLE_AFTER_MS = 5 * MINUTE_MS;
const DEAD_AFTER_MS = 30 * MINUTE_MS;
/** After this time, only threads and recall still find a session's work. */
const ARCHIVED_AFTER_MS = 7 * DAY_MS;

/** `alive` says whether the agent's process still runs; undefined if that is unknown. */
export function statusOf(state: SessionState, now: number, alive: boolean | undefined): SessionStatus {
  const silence = Math.max(0, now - state.lastAt);
  if (isArchived(silence)) return "archived";
  if (state.ended !== undefined) return "ended";
  if (hasDied(state, now, alive)) return "crashed";
  // Later events, such as a restore, are no sign of life.
  if (alive === false) return "idle";
  return silence < IDLE_AFTER_MS || (isInTheMiddle(state) && alive === true) ? "active" : "idle";
}

export function isArchived(silence: number): boolean {
  return silence > ARCHIVED_AFTER_MS;
}

/** Whether the session died in the middle of something, however long ago. */
export function hasDied(state: SessionState, now: number, alive: boolean | undefined): boolean {
  if (state.ended !== undefined || !isInTheMiddle(state)) return false;
  return alive === false || (alive === undefined && now - state.lastAt > DEAD_AFTER_MS);
}

/** False for a session that only opened and closed. */
export function hasWorked(state: SessionState): boolean {
  return state.tools > 0 || state.work.request !== undefined;
}

function isInTheMiddle({ busy, running }: SessionState): boolean {
  return busy || running.length > 0;
}

/** A session that was interrupted in the middle of something. */
export interface Interruption {
  readonly session: string;
  /** The last sign of life. */
  readonly at: number;
  /** The running call, if there was one. */
  readonly during?: Running;
  /** When the first running call began, else the last turn. */
  readonly since: number;
  /** The session was stopped in order: no crash. */
  readonly hasEnded: boolean;
}

type IsAlive = (pid: number | undefined, since?: string) => boolean | undefined;

/** How a session was interrupted, unless that was dismissed or is a week ago. */
export function interruptionOf(
  state: SessionState,
  now: number,
  alive: boolean | undefined,
): Interruption | undefined {
  const { session, ended, lastAt: at, dismissed } = state;
  if (dismissed !== undefined || isArchived(now - at)) return undefined;
  if (ended?.during !== undefined) {
    const { during } = ended;
    return { session, at, during, since: during.at, hasEnded: true };
  }
  return hasDied(state, now, alive) ? cutOff(state, at, state.running) : undefined;
}

/** How a session was interrupted that was started again since. */
export function interruptionLeft(state: SessionState): Interruption | undefined {
  const { left } = state;
  return left?.busy === true ? cutOff(state, left.at, left.running) : undefined;
}

/** The newest of {@link openInterruptions}. */
export function openInterruption(
  sessions: readonly SessionState[],
  now: number,
  isAlive: IsAlive,
): Interruption | undefined {
  return openInterruptions(sessions, now, isAlive)[0];
}

/** Interruptions that nobody has dealt with: no session has heard of them and then got a prompt. */
export function openInterruptions(
  sessions: readonly SessionState[],
  now: number,
  isAlive: IsAlive,
): Interruption[] {
  const known = new Set(sessions.flatMap(({ told, prompts }) => (prompts > 0 ? (told?.items ?? []) : [])));
  return sessions
    .flatMap((state) => interruptionOf(state, now, isAlive(state.pid, state.pidSince)) ?? [])
    .filter((interruption) => !known.has(interruptionItem(interruption)));
}

/** The id of an interruption. Contains the time, because a session may be interrupted more than once. */
export function interruptionItem({ session, at }: Interruption): string {
  return `cut:${session}:${at}`;
}

function cutOff({ session, turn }: SessionState, at: number, running: readonly Running[]): Interruption {
  const during = running.at(-1);
  return {
    session,
    at,
    during,
    since: running.reduce((first, call) => Math.min(first, call.at), during?.at ?? turn.at),
    hasEnded: false,
  };
}
