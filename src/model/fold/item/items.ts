import type { TurnNotes } from "../session/note.js";
import type { SessionState } from "../session/session-state.js";
import type { Deed, ItemCorrection, ItemState, ItemTasks, WorkItem } from "./item.js";
import { ItemsDraft } from "./items-draft.js";

interface Besides {
  /** What was declared finished. */
  readonly deeds?: readonly Deed[];
  /** The task lists of sessions. */
  readonly tasks?: readonly ItemTasks[];
  /** The line of work of each turn. */
  readonly threads?: ReadonlyMap<string, string>;
}

/**
 * The items of a project after the given turns, oldest first. It is a pure function of all turns: sessions may work side
 * by side, so everything is put in order of time, and a turn that is given twice counts once.
 */
export function itemsOf(...given: Parameters<typeof statementsOf>): readonly WorkItem[] {
  return statementsOf(...given).filter(({ isDoubtful }) => isDoubtful !== true);
}

/** The items, and sentences that may be items: they can be closed, too. */
export function statementsOf(
  turns: readonly TurnNotes[],
  corrections: readonly ItemCorrection[] = [],
  { deeds = [], tasks = [], threads = new Map() }: Besides = {},
): readonly WorkItem[] {
  const draft = new ItemsDraft(threads);
  const steps: Step[] = [];
  for (const turn of new Map(turns.map((one) => [one.turn, one])).values()) {
    const { session, n } = turn;
    turn.notes.forEach((note, index) => {
      steps.push({ at: note.at, place: [NOTE, session, n, index], run: () => draft.add(note, turn) });
    });
    const at = Math.max(turn.at, ...turn.notes.map((note) => note.at));
    steps.push({ at, place: [NOTE, session, n, turn.notes.length], run: () => draft.endTurn(turn) });
  }
  for (const list of tasks)
    steps.push({ at: list.at, place: [TASKS, list.session], run: () => draft.takeTasks(list) });
  for (const deed of deeds)
    steps.push({ at: deed.at, place: [DEED, deed.id], run: () => draft.finish(deed) });
  for (const one of corrections)
    steps.push({ at: one.at, place: [CORRECTION, one.id], run: () => draft.correct(one) });
  for (const { run } of steps.sort(inOrder)) run();
  return draft.settle();
}

/**
 * The sentences that must no longer be told as current, as `saidKey` names them. A sentence that names several steps is
 * over with the last of them.
 */
export function closedNotes(items: readonly WorkItem[]): ReadonlySet<string> {
  const over = items.filter(isOver);
  const open = new Set(items.filter((item) => !isOver(item)).flatMap(({ said }) => said));
  return new Set([
    ...over.flatMap(({ said }) => said).filter((key) => !open.has(key)),
    ...over.flatMap(({ mentions = [] }) => mentions),
  ]);
}

/** Whether an item no longer holds or waits. */
export function isOver({ state, isAnswered }: Pick<WorkItem, "state" | "isAnswered">): boolean {
  return OVER.has(state) && isAnswered !== true;
}

/** A stale item was not closed by anybody. */
const OVER: ReadonlySet<ItemState> = new Set(["done", "superseded", "resolved", "refuted", "dropped"]);

/** The task lists of sessions. */
export function tasksOf(sessions: readonly SessionState[]): ItemTasks[] {
  return sessions.map(({ session, branch, startedAt, lastAt, plan }) => {
    return { session, branch, since: startedAt, at: lastAt, items: plan };
  });
}

interface Step {
  readonly at: number;
  /** The order of steps of the same time: the ids of their events are random. */
  readonly place: readonly (string | number)[];
  readonly run: () => void;
}

const [NOTE, TASKS, DEED, CORRECTION] = [0, 1, 2, 3];

function inOrder(a: Step, b: Step): number {
  if (a.at !== b.at) return a.at - b.at;
  const index = a.place.findIndex((part, at) => part !== b.place[at]);
  const [one = 0, other = 0] = [a.place[index], b.place[index]];
  return one < other ? -1 : one > other ? 1 : 0;
}
