import { DAY_MS, MINUTE_MS } from "../../../event/time.js";
import type { Running, SessionState } from "./session-state.js";

export type SessionStatus = "active" | "idle" | "ended" | "crashed" | "archived";

const IDLE_AFTER_MS = 5 * MINUTE_MS;
const DEAD_AFTER_MS = 30 * MINUTE_MS;
/** Older than this a session is no longer handed on as a whole; what it left is found through threads and recall. */
const ARCHIVED_AFTER_MS = 7 * DAY_MS;

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
  return silence < IDLE_AFTER_MS || (isInTheMiddle(state) && alive === true) ? "active" : "idle";
}

/** By the time since its last sign of life. */
export function isArchived(silence: number): boolean {
  return silence > ARCHIVED_AFTER_MS;
}

/** It died in the middle of something, however long ago. */
export function hasDied(state: SessionState, now: number, alive: boolean | undefined): boolean {
  if (state.ended !== undefined || !isInTheMiddle(state)) return false;
  return alive === false || (alive === undefined && now - state.lastAt > DEAD_AFTER_MS);
}

/** A session that only opened and closed has nothing to hand on. */
export function hasWorked(state: SessionState): boolean {
  return state.tools > 0 || state.work.request !== undefined;
}

function isInTheMiddle({ busy, running }: SessionState): boolean {
  return busy || running.length > 0;
}

/** A session that was cut off in the middle of something. */
export interface Interruption {
  readonly session: string;
  /** Its last sign of life. */
  readonly at: number;
  /** The call it was cut off in; without one it was somewhere in its last turn. */
  readonly during?: Running;
  /** When the first of what was running began, else its last turn. */
  readonly since: number;
  /** It was asked to stop and said so: no crash. */
  readonly hasEnded: boolean;
}

type IsAlive = (pid: number | undefined, since?: string) => boolean | undefined;

/** How a session was interrupted, unless somebody said that he knows, or it is a week ago. */
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

/** The same of one that was started again since, as it had been left. */
export function interruptionLeft(state: SessionState): Interruption | undefined {
  const { left } = state;
  return left?.busy === true ? cutOff(state, left.at, left.running) : undefined;
}

/**
 * The newest interruption that nobody has dealt with. It is said to every new session until one that was told of it goes
 * on with a prompt: its user has decided then. Going on, going back and dismissing settle it too.
 */
export function openInterruption(
  sessions: readonly SessionState[],
  now: number,
  isAlive: IsAlive,
): Interruption | undefined {
  return openInterruptions(sessions, now, isAlive)[0];
}

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

/** What a session that is told of it keeps. The time is in it: a session may be cut off more than once. */
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
