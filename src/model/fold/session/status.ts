import type { EventData } from "../../../event/registry.js";
import { DAY_MS, MINUTE_MS } from "../../../event/time.js";
import { wordsOf } from "../../../text/prose/topic.js";
import { readShell } from "../../../text/shell/shell.js";
import type { PlanItem, Running, SessionState } from "./session-state.js";

export type SessionStatus = "active" | "idle" | "ended" | "crashed" | "archived";

const IDLE_AFTER_MS = 5 * MINUTE_MS;
const DEAD_AFTER_MS = 30 * MINUTE_MS;
/** After this time, only threads and recall still find a session's work. */
export const ARCHIVED_AFTER_MS = 7 * DAY_MS;

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
  return state.tools > 0 || state.work.request !== undefined || state.compaction !== undefined;
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
  const { session, ended: { during } = {}, lastAt: at, dismissed } = state;
  if (dismissed !== undefined || isArchived(now - at)) return undefined;
  if (during !== undefined) return { session, at, during, since: during.at, hasEnded: true };
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
  const since = running.reduce((first, call) => Math.min(first, call.at), during?.at ?? turn.at);
  return { session, at, during, since, hasEnded: false };
}

const MAX_ITEMS = 60;

type PlanChange = EventData<"plan.updated">;

export function changePlan(plan: readonly PlanItem[], { mode, items }: PlanChange): readonly PlanItem[] {
  if (mode === "whole") return items.flatMap(newItem).slice(0, MAX_ITEMS);
  if (mode === "add") return fitting([...plan, ...items.flatMap(newItem)]);
  const changed = plan.map((item) => {
    const update = items.find(({ key }) => key !== undefined && key === item.key);
    if (update === undefined) return item;
    return { ...item, text: update.text ?? item.text, status: update.status ?? item.status };
  });
  return changed.filter(({ status }) => status !== "dropped");
}

/** Shortens a long plan: the oldest items that are done go first. */
function fitting(plan: readonly PlanItem[]): readonly PlanItem[] {
  let over = plan.length - MAX_ITEMS;
  if (over <= 0) return plan;
  return plan.filter(({ status }) => over <= 0 || status !== "done" || over-- <= 0).slice(-MAX_ITEMS);
}

/** The items that are not done, those in progress first. */
export function openItems(plan: readonly PlanItem[]): readonly PlanItem[] {
  return (["doing", "open"] as const).flatMap((status) => plan.filter((item) => item.status === status));
}

/** The share of a plan that is done, from 0 to 1; undefined without a plan. */
export function progressOf(plan: readonly PlanItem[]): number | undefined {
  if (plan.length === 0) return undefined;
  return Math.round((plan.filter(({ status }) => status === "done").length / plan.length) * 100) / 100;
}

function newItem(item: PlanChange["items"][number]): PlanItem[] {
  if (item.text === undefined || item.status === "dropped") return [];
  return [{ key: item.key, text: item.text, status: item.status ?? "open" }];
}

/** The items that nobody has called done since. */
export function withoutDone<T extends { readonly text: string }>(
  items: readonly T[],
  done: readonly { readonly text: string }[],
): T[] {
  const words = done.map(({ text }) => new Set(wordsOf(text)));
  return items.filter(({ text }) => {
    const own = new Set(wordsOf(text));
    return !words.some((said) => own.size > 0 && [...own].every((word) => said.has(word)));
  });
}

/** The test commands whose last run passed, oldest first. */
export function passedTests({ commands, blockers }: Pick<SessionState, "commands" | "blockers">): string[] {
  const failing = new Set(blockers.map(({ command }) => readShell(command).text));
  return commands
    .filter(({ text, ok }) => ok && readShell(text).class === "test" && !failing.has(text))
    .map(({ text }) => text);
}
