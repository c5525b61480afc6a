import type { TidemarkEvent } from "../../../event/registry.js";
import { memoryKey } from "../memory/memory.js";
import type { Memory } from "../memory/memory-state.js";
import { isLater, type Stamp, stampOf } from "../stamp.js";

/** Whether a memory that was found is unwanted, by its id; all that says the same is unwanted with it. */
export interface Removal {
  readonly id: string;
  readonly isRemoved: boolean;
  /** What it says. */
  readonly key?: string;
  readonly set: Stamp;
}

interface Removing {
  readonly declared: { readonly removals: readonly Removal[] };
}

type RemovalEvent = Extract<TidemarkEvent, { type: "memory.removed" | "memory.restored" }>;

export const MAX_REMOVALS = 1_000;

export function foldRemovals(removals: readonly Removal[], event: RemovalEvent): readonly Removal[] {
  const id = event.data.memory;
  return putKeyed(removals, id, MAX_REMOVALS, (before) =>
    before === undefined || isLater(event, before.set)
      ? { id, isRemoved: event.type === "memory.removed", ...keyIn(event), set: stampOf(event) }
      : before,
  );
}

/** Tells which memories are not to be told or shown. What somebody stated is taken back by its id alone. */
export function removedIn(
  state: Removing | undefined,
): (memory: Pick<Memory, "id" | "kind" | "text" | "session">) => boolean {
  const removed = state === undefined ? [] : removedMemories(state);
  const ids = new Set(removed.map(({ id }) => id));
  const keys = new Set(removed.flatMap(({ key }) => key ?? []));
  return (memory) =>
    ids.has(memory.id) || (keys.size > 0 && memory.session !== "" && keys.has(memoryKey(memory)));
}

/** The found memories that were removed: their ids, and what they say. */
export function removedMemories({ declared }: Removing): {
  readonly id: string;
  readonly key?: string;
}[] {
  return declared.removals.filter(({ isRemoved }) => isRemoved);
}

/** Whether one more can be removed without an earlier one coming back. */
export function hasRoomToRemove({ declared }: Removing, id: string): boolean {
  return declared.removals.length < MAX_REMOVALS || getKeyed(declared.removals, id) !== undefined;
}

function keyIn(event: RemovalEvent): Pick<Removal, "key"> {
  if (event.type !== "memory.removed") return {};
  const { kind, text } = event.data;
  return kind === undefined || text === undefined ? {} : { key: memoryKey({ kind, text }) };
}

/** What can be told apart by an id. Ids of events begin with their time, so their order is that of their making. */
interface Keyed {
  readonly id: string;
}

/** What was removed leaves its id alone, so that a removal that arrives before its addition still counts. */
export interface Removed {
  readonly id: string;
  readonly removed: true;
}

/**
 * A list in the order of its ids that holds at most so many: the smallest ids fall off. Which those are does not depend
 * on the order of arrival, and what fell off once cannot come back, since those that pushed it out stay.
 */
export function putKeyed<T extends Keyed>(
  list: readonly T[],
  id: string,
  most: number,
  change: (before: T | undefined) => T,
): readonly T[] {
  const at = placeOf(list, id);
  const before = list[at]?.id === id ? list[at] : undefined;
  if (before === undefined && at === 0 && list.length >= most) return list;
  const next = [...list.slice(0, at), change(before), ...list.slice(before === undefined ? at : at + 1)];
  return next.length > most ? next.slice(next.length - most) : next;
}

export function getKeyed<T extends Keyed>(list: readonly T[], id: string): T | undefined {
  const found = list[placeOf(list, id)];
  return found?.id === id ? found : undefined;
}

/** Without what was removed. */
export function present<T extends { readonly id: string }>(list: readonly (T | Removed)[]): T[] {
  return list.filter((entry): entry is T => !("removed" in entry));
}

export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

// The first place whose id is not smaller.
function placeOf(list: readonly Keyed[], id: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.id ?? "") < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
