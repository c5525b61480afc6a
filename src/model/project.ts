import { compareEvents } from "../event/order.js";
import type { SomeEvents, TidemarkEvent } from "../event/registry.js";
import { expandMessages } from "./fold/expand-messages.js";
import { foldFootprint } from "./fold/footprint/footprint.js";
import type { Memory } from "./fold/memory/memory-state.js";
import { foldProject, projectMemories, threadMemory } from "./fold/project.js";
import { type FoldedSession, foldSession, replaySession, takesBack } from "./fold/session/session.js";
import {
  isCorrection,
  type StoredThreads,
  type ThreadsUpdate,
  type TurnChange,
  updateThreads,
} from "./fold/thread/stored-threads.js";
import type { Thread } from "./fold/thread/thread-state.js";
import { type Arrived, type ReadOptions, readArrived } from "./read-arrived.js";
import { sessionEvents } from "./session-events.js";
import type { StoredSession } from "./store/store.js";
import type { Writer } from "./store/writer.js";

/** Takes one batch from the journal through the folds into the read model, in the transaction of the writer. */
export function project(home: string, writer: Writer, options: ReadOptions): Arrived {
  const arrived = readArrived(home, writer, options);
  let { badLines } = arrived;
  for (const [name, sessions] of arrived.projects)
    badLines += projectEvents(home, writer, name, [...sessions.values()]);
  return { ...arrived, badLines };
}

/** Folds the new events of one project, session by session. Returns how many events the folds refused. */
function projectEvents(
  home: string,
  writer: Writer,
  name: string,
  sessions: readonly [TidemarkEvent, ...TidemarkEvent[]][],
): number {
  const before = writer.project(name);
  let state = before;
  let refused = 0;
  const changes: TurnChange[] = [];
  for (const arrived of sessions) {
    arrived.sort(compareEvents);
    state = foldProject(state, expandMessages(arrived));
    if (arrived[0].session === "") continue;
    const projected = projectSession(home, writer, arrived);
    changes.push(projected.change);
    refused += projected.refused;
  }
  if (state === undefined) return refused;
  writer.putProject(state);
  if (before?.declared !== state.declared)
    putChanged(writer, name, before === undefined ? [] : projectMemories(before), projectMemories(state));
  projectThreads(writer, name, changes, sessions.flat());
  return refused;
}

/** Folds the new events of a session into its stored state, or all of its events if their order requires it. */
function projectSession(
  home: string,
  writer: Writer,
  arrived: SomeEvents,
): { readonly change: TurnChange; readonly refused: number } {
  const { project, session } = arrived[0];
  const stored = writer.session(project, session);
  // Events may arrive late, from a parallel tool call or another device, and a session may go back to a checkpoint.
  const mustRefold =
    stored !== undefined && (compareEvents(arrived[0], stored) < 0 || arrived.some(takesBack));
  const all = mustRefold ? allEvents(home, writer, project, session) : undefined;
  const before =
    all !== undefined ? writer.turns(project, session) : stored === undefined ? [] : [stored.state.turn];
  if (all !== undefined) writer.removeTurns(project, session);
  const folded = foldInto(writer, all === undefined ? stored : undefined, all ?? arrived);
  const after = [...folded.closed, folded.state.turn];
  return { change: { session, before, after }, refused: folded.refused.length };
}

/** The events of a session in order. Undefined if the journal has lost some: the stored state knows more then. */
function allEvents(home: string, writer: Writer, project: string, session: string): SomeEvents | undefined {
  const { known, isWhole } = sessionEvents({ home, store: writer }, { project, session });
  const [first, ...rest] = known;
  return first === undefined || !isWhole ? undefined : [first, ...rest];
}

/** These do not count as the latest event of a session, so that they may arrive in any order. */
const IN_ANY_ORDER: ReadonlySet<TidemarkEvent["type"]> = new Set(["session.tagged", "session.dismissed"]);

/** Folds events into a stored session, or a session from its first event on, and stores the result. */
function foldInto(writer: Writer, stored: StoredSession | undefined, events: SomeEvents): FoldedSession {
  const expanded = expandMessages(events);
  const folded = stored === undefined ? replaySession(expanded) : foldSession(stored.state, expanded);
  const { state, closed, memories, refused } = folded;
  const { project, session } = state;
  addRefused(writer, refused);
  for (const turn of [...closed, state.turn]) writer.putTurn(project, session, turn);
  if (stored === undefined) writer.memories.replace(project, session, memories);
  else writer.memories.add(project, session, memories);
  const footprint = stored === undefined ? undefined : writer.footprint(project, session);
  writer.putFootprint(project, session, foldFootprint(footprint, expanded));
  const newest = events.findLast(({ type }) => !IN_ANY_ORDER.has(type)) ?? stored ?? events[0];
  const { clock, id } = stored !== undefined && compareEvents(newest, stored) < 0 ? stored : newest;
  writer.putSession({ state, clock, id });
  return folded;
}

function addRefused(writer: Writer, refused: FoldedSession["refused"]): void {
  for (const { event, reason } of refused) {
    const place = writer.events(event.project, event.session).find(({ id }) => id === event.id);
    if (place !== undefined) writer.addBadLine({ ...place, reason: `fold: ${reason}` });
  }
}

/** Joins the turns that ended to the project's threads, and applies a person's corrections. */
function projectThreads(
  writer: Writer,
  name: string,
  changes: readonly TurnChange[],
  events: readonly TidemarkEvent[],
): void {
  let before: StoredThreads | undefined;
  const readThreads = () => {
    before = writer.threads(name);
    return before;
  };
  const allTurns = () => writer.threadTurns(name);
  const update = updateThreads(readThreads, changes, events.filter(isCorrection), allTurns);
  if (update === undefined) return;
  if (update.isRebuilt) writer.removeThreads(name);
  for (const turn of update.unjoined) writer.removeJoin(name, turn);
  for (const join of update.joins) writer.putJoin(name, join);
  for (const thread of update.retired) writer.retireThread(name, thread);
  writer.putThreads(name, update.threads);
  indexThreads(writer, name, before, update);
}

/** Updates the memories of the project's threads. */
function indexThreads(
  writer: Writer,
  project: string,
  before: StoredThreads | undefined,
  update: ThreadsUpdate,
): void {
  const threads = [...update.retired, ...threadsOf(update.threads)];
  if (!update.isRebuilt) {
    const was = before === undefined ? [] : threadsOf(before);
    // Most threads did not change: they are the same objects, and need not be turned into memories.
    const gone = was.filter((thread) => !threads.includes(thread));
    const come = threads.filter((thread) => !was.includes(thread));
    putChanged(writer, project, memoriesOf(gone), memoriesOf(come));
    return;
  }
  const memories = memoriesOf(threads);
  const ids = new Set(memories.map(({ id }) => id));
  for (const id of writer.memories.idsOutsideSessions(project, "thread"))
    if (!ids.has(id)) writer.memories.remove(project, id);
  for (const memory of memories) writer.memories.put(project, memory);
}

/** All threads that are not retired, as the last turns left them. */
function threadsOf({ settled, ahead }: StoredThreads): Thread[] {
  const later = new Set(ahead.map(({ id }) => id));
  return [...settled.recent.filter(({ id }) => !later.has(id)), ...ahead];
}

function memoriesOf(threads: readonly Thread[]): Memory[] {
  return threads.flatMap((thread) => threadMemory(thread) ?? []);
}

// Compared here and not in the store: most stay the same, and need no lookup.
function putChanged(
  writer: Writer,
  project: string,
  before: readonly Memory[],
  now: readonly Memory[],
): void {
  const was = new Map(before.map((memory) => [memory.id, JSON.stringify(memory)]));
  for (const memory of now) {
    if (was.get(memory.id) !== JSON.stringify(memory)) writer.memories.put(project, memory);
    was.delete(memory.id);
  }
  for (const id of was.keys()) writer.memories.remove(project, id);
}
