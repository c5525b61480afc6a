import { TidemarkError } from "../error.js";
import type { EventData } from "../event/registry.js";
import { drain } from "../model/drain.js";
import { declaredFacts } from "../model/fold/declared/declared-fact.js";
import type { ItemKind, WorkItem } from "../model/fold/item/item.js";
import { itemsOf, tasksOf } from "../model/fold/item/items.js";
import { isDoneBy } from "../text/prose/subject.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import { findByPrefix, type Opened } from "./open.js";
import { findThread } from "./threads.js";

export type ItemChange = EventData<"item.changed">["change"];

/** The turns to read, and the sessions whose task lists count. */
const MAX_TURNS = 1_000;
const MAX_SESSIONS = 10;

/** What can be done or left; the other kinds hold or no longer hold. */
export const TO_DO: readonly ItemKind[] = ["blocker", "failing", "open", "next"];

/** All items of a project, oldest first. */
export function itemsIn({ store, project }: Pick<Opened, "store" | "project">): readonly WorkItem[] {
  const turns = store.notes(project, MAX_TURNS).toReversed();
  const joined = new Map(store.joins(project).map(({ session, n, thread }) => [`${n} ${session}`, thread]));
  const threads = new Map(
    turns.flatMap(({ turn, session, n }) => {
      const thread = joined.get(`${n} ${session}`);
      return thread === undefined ? [] : [[turn, thread] as const];
    }),
  );
  const state = store.project(project);
  return itemsOf(turns, state?.declared.items, {
    deeds: state === undefined ? [] : declaredFacts(state, "done"),
    tasks: tasksOf(store.sessions({ project, worked: true, limit: MAX_SESSIONS })),
    threads,
  });
}

/** Finds an item by its id or the start of it. */
export function findItem(opened: Opened, prefix: string): WorkItem {
  return findByPrefix(itemsIn(opened), prefix, "item", "tidemark items --all");
}

/** An item before and after a change. */
export interface Changed {
  readonly before: WorkItem;
  readonly item: WorkItem;
}

interface Wanted {
  readonly change: ItemChange;
  readonly text?: string;
  readonly speaker?: Speaker;
}

/** Changes items, and returns them as they are then. */
export function changeItems(
  opened: Opened,
  items: readonly WorkItem[],
  { change, text, speaker }: Wanted,
): Changed[] {
  for (const item of items) requireChange(item, change);
  const kept = text === undefined ? undefined : declaredText(opened, text, "fact");
  const by = speaker === undefined ? "user" : "agent";
  for (const { id } of items)
    declare(opened, { type: "item.changed", data: { item: id, change, text: kept, by } }, speaker);
  drain(opened.home, opened.store);
  const now = new Map(itemsIn(opened).map((item) => [item.id, item]));
  return items.map((before) => ({ before, item: now.get(before.id) ?? before }));
}

/** What is open in a line of work. */
export function openInThread(opened: Opened, prefix: string): WorkItem[] {
  const { id, title } = findThread(opened.store, opened.project, prefix);
  const open = itemsIn(opened).filter(
    ({ thread, state, kind }) =>
      thread === id && state === "open" && (TO_DO.includes(kind) || kind === "goal"),
  );
  if (open.length > 0) return open;
  throw new TidemarkError("not-found", `Nothing is open in "${title}".`, {
    hint: "See what is open with: tidemark items",
  });
}

/** The open items that a report of finished work covers, by their id or their words. */
export function coveredBy(opened: Opened, report: string): WorkItem[] {
  const open = itemsIn(opened).filter(({ kind, state }) => state === "open" && TO_DO.includes(kind));
  const named = open.filter(({ id }) => id === report.trim());
  return named.length > 0 ? named : open.filter(({ text }) => isDoneBy(text, report));
}

function requireChange({ id, state }: WorkItem, change: ItemChange): void {
  if (change === "edit" || (change === "reopen") === (state !== "open")) return;
  throw new TidemarkError("bad-argument", `The item ${id} is ${state} already.`, {
    hint:
      state === "open"
        ? `Close it with: tidemark items done ${id}`
        : `Open it again with: tidemark items reopen ${id}`,
  });
}
