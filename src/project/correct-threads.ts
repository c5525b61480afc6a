import { TidemarkError } from "../error.js";
import { compareEvents } from "../event/order.js";
import type { Draft } from "../event/registry.js";
import { drain } from "../model/drain.js";
import { shortId } from "../model/fold/stamp.js";
import { type Correction, withoutUndone } from "../model/fold/thread/stored-threads.js";
import { declare, declaredText } from "./declare.js";
import { findByPrefix, type Opened } from "./open.js";
import { findThread, findTurn, turnsOf } from "./threads.js";

const MAX_TITLE_CHARS = 60;

export function renameThread(opened: Opened, id: string, title: string) {
  const before = findThread(opened.store, opened.project, id);
  const text = declaredText(opened, title, "name");
  const short =
    text.length <= MAX_TITLE_CHARS ? text : `${text.slice(0, MAX_TITLE_CHARS - 1).toWellFormed()}…`;
  const data = { thread: before.id, title: short };
  return { before, ...correct(opened, { type: "thread.renamed", data }, before.id) };
}

/** Merges a thread into the second one. A title that a person gave to either stays. */
export function mergeThreads(opened: Opened, id: string, other: string) {
  const from = findThread(opened.store, opened.project, id);
  const into = findThread(opened.store, opened.project, other);
  if (from.id === into.id) {
    throw new TidemarkError("bad-argument", "A thread cannot be merged into itself.", {
      hint: "Name two: tidemark thread merge ID INTO",
    });
  }
  const data = { from: from.id, into: into.id };
  return { from, ...correct(opened, { type: "thread.merged", data }, into.id) };
}

/** Splits a thread: the turns from `at` on become a new one. */
export function splitThread(opened: Opened, id: string, at: string) {
  const { store, project } = opened;
  const from = findThread(store, project, id);
  const joined = turnsOf(store, project, from.id);
  const turns = joined.map(({ turn, state }) => ({ id: turn, end: state.end ?? { clock: -1, id: "" } }));
  const first = turns.sort((one, other) => compareEvents(one.end, other.end))[0];
  const turn = findByPrefix(turns, at, "turn of this thread", `tidemark thread ${from.id}`).id;
  if (turn === first?.id) {
    throw new TidemarkError(
      "bad-argument",
      "The thread begins with this turn: nothing would be left of it.",
      { hint: `Choose a later one: tidemark thread ${from.id}` },
    );
  }
  const data = { thread: from.id, turn };
  const correction = shortId(declareAndDrain(opened, { type: "thread.split", data }));
  return { correction, from, thread: findThread(store, project, findTurn(store, project, turn).thread) };
}

/** Moves a turn into another thread. */
export function moveTurn(opened: Opened, turn: string, id: string) {
  const moved = findTurn(opened.store, opened.project, turn);
  const into = findThread(opened.store, opened.project, id);
  if (moved.thread === into.id) {
    throw new TidemarkError("bad-argument", "The turn is in this thread already.", {
      hint: "See all threads with: tidemark threads",
    });
  }
  const data = { turn: moved.turn, thread: into.id };
  return { moved, ...correct(opened, { type: "thread.moved", data }, into.id) };
}

/** A correction with the short id that `undo` takes. */
export type NamedCorrection = Correction & { readonly correction: string };

/** The corrections that are in effect, newest first. */
export function standingCorrections({ store, project }: Opened): NamedCorrection[] {
  const all = store.threads(project)?.corrections ?? [];
  return withoutUndone(all)
    .map((one) => ({ ...one, correction: shortId(one.id) }))
    .reverse();
}

/** Undoes a correction, by its short id, the id of its event, or the start of either. */
export function undoCorrection(opened: Opened, prefix: string) {
  const isEvent = (id: string) => prefix !== "" && id.startsWith(prefix);
  const named = standingCorrections(opened).map(({ correction, ...one }) => ({
    id: isEvent(one.id) ? one.id : correction,
    one,
  }));
  const { one } = findByPrefix(named, prefix, "correction of threads", "tidemark thread undo");
  const draft: Draft = { type: "thread.undone", data: { correction: one.id } };
  return { correction: shortId(declareAndDrain(opened, draft)), undone: one };
}

/** Makes a correction and returns its id and the thread after it. */
function correct(opened: Opened, draft: Draft, thread: string) {
  const correction = shortId(declareAndDrain(opened, draft));
  return { correction, thread: findThread(opened.store, opened.project, thread) };
}

function declareAndDrain(opened: Opened, draft: Draft): string {
  const { id } = declare(opened, draft);
  drain(opened.home, opened.store);
  return id;
}
