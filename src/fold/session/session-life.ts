import type { Envelope } from "../../event/envelope.js";
import { compareEvents } from "../../event/order.js";
import type { TidemarkEvent } from "../../event/registry.js";
import type { SessionDraft } from "./session-draft.js";

type Of<T extends TidemarkEvent["type"]> = Extract<TidemarkEvent, { type: T }>;

export function startSession(draft: SessionDraft, event: Of<"session.started">, wasAt: number): void {
  const { source, title, pid, pidSince } = event.data;
  const isKnown = wake(draft, event);
  const { busy, running } = draft;
  // What somebody has dismissed he is not told again.
  const isCut = busy && !isKnown;
  if (draft.events > 1) draft.left = { at: wasAt, busy: isCut, running: isKnown ? [] : [...running] };
  draft.ended = undefined;
  draft.source = source;
  if (title !== undefined) draft.title = title;
  if (pid !== undefined) {
    draft.pid = pid;
    draft.pidSince = pidSince;
  }
  // A compaction starts the same session again in the middle of its work; every other start finds nothing running.
  if (source === "compact") return;
  draft.running = [];
  draft.busy = false;
}

/**
 * Ends that a person brings about at the prompt, in the words of the agents: he stopped before what was still running, and
 * not every agent tells of that.
 */
const BY_HAND: ReadonlySet<string> = new Set(["prompt_input_exit", "clear", "resume", "logout", "user_exit"]);

export function endSession(draft: SessionDraft, reason: string, at: number): void {
  const during = draft.busy && !BY_HAND.has(reason) ? draft.running.at(-1) : undefined;
  draft.ended = during === undefined ? { at, reason } : { at, reason, during };
  draft.running = [];
  draft.busy = false;
}

/** Whoever goes back to a checkpoint knows what was cut off. */
export function settleCut(draft: SessionDraft): void {
  draft.running = [];
  draft.busy = false;
  if (draft.ended !== undefined) draft.ended = { at: draft.ended.at, reason: draft.ended.reason };
}

/** The latest holds, whatever else was told since: so it is told in any order, as a tag is. */
export function dismiss(draft: SessionDraft, { at, clock, id }: Envelope): void {
  if (draft.dismissed !== undefined && compareEvents({ clock, id }, draft.dismissed) < 0) return;
  draft.dismissed = { at, clock, id };
}

/** It goes on: what was dismissed before is over. True if something was. */
export function wake(draft: SessionDraft, event: Envelope): boolean {
  if (draft.dismissed === undefined || compareEvents(event, draft.dismissed) < 0) return false;
  draft.dismissed = undefined;
  return true;
}

/** The latest set holds, whatever else was told since. */
export function tag(draft: SessionDraft, { clock, id, data }: Of<"session.tagged">): void {
  if (draft.tagged !== undefined && compareEvents({ clock, id }, draft.tagged) < 0) return;
  draft.tags = data.tags;
  draft.tagged = { clock, id };
}
