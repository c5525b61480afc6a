import type { EventOf } from "../../../event/registry.js";
import { memoryKey } from "../memory/memory.js";
import type { Memory } from "../memory/memory-state.js";
import { isLater, type Stamp, stampOf } from "../stamp.js";

/** Whether a found memory was removed, together with all memories that say the same. */
export interface Removal {
  readonly id: string;
  readonly isRemoved: boolean;
  /** The same for memories that say the same. */
  readonly key?: string;
  readonly set: Stamp;
}

interface Removing {
  readonly declared: { readonly removals: readonly Removal[] };
}

type RemovalEvent = EventOf<"memory.removed" | "memory.restored">;

export const MAX_REMOVALS = 1_000;

export function foldRemovals(removals: readonly Removal[], event: RemovalEvent): readonly Removal[] {
  const id = event.data.memory;
  return putKeyed(removals, id, MAX_REMOVALS, (before) =>
    before === undefined || isLater(event, before.set)
      ? { id, isRemoved: event.type === "memory.removed", key: keyIn(event), set: stampOf(event) }
      : before,
  );
}

/** A test for removed memories. Declared memories are removed only by their ids. */
export function removedIn(
  state: Removing | undefined,
): (memory: Pick<Memory, "id" | "kind" | "text" | "session">) => boolean {
  const removed = state === undefined ? [] : removedMemories(state);
  const ids = new Set(removed.map(({ id }) => id));
  const keys = new Set(removed.flatMap(({ key }) => key ?? []));
  return (memory) =>
    ids.has(memory.id) || (keys.size > 0 && memory.session !== "" && keys.has(memoryKey(memory)));
}

export function removedMemories({ declared }: Removing): Removal[] {
  return declared.removals.filter(({ isRemoved }) => isRemoved);
}

/** Whether one more memory can be removed without restoring an earlier one. */
export function hasRoomToRemove({ declared }: Removing, id: string): boolean {
  return declared.removals.length < MAX_REMOVALS || getKeyed(declared.removals, id) !== undefined;
}

function keyIn(event: RemovalEvent): string | undefined {
  if (event.type !== "memory.removed") return undefined;
  const { kind, text } = event.data;
  return kind === undefined || text === undefined ? undefined : memoryKey({ kind, text });
}

/** Ids of events begin with their time, so they are in the order of creation. */
interface Keyed {
  readonly id: string;
}

/** A removed entry stays as its id, so that a removal may arrive before its addition. */
export interface Removed {
  readonly id: string;
  readonly removed: true;
}

/** Puts an entry into a list ordered by id. The smallest ids fall off, whatever the order of arrival. */
export function putKeyed<T extends Keyed>(
  list: readonly T[],
  id: string,
  max: number,
  change: (before: T | undefined) => T,
): readonly T[] {
  const at = placeOf(list, id);
  const before = list[at]?.id === id ? list[at] : undefined;
  if (before === undefined && at === 0 && list.length >= max) return list;
  const next = [...list.slice(0, at), change(before), ...list.slice(before === undefined ? at : at + 1)];
  return next.length > max ? next.slice(next.length - max) : next;
}

export function getKeyed<T extends Keyed>(list: readonly T[], id: string): T | undefined {
  const found = list[placeOf(list, id)];
  return found?.id === id ? found : undefined;
}

/** The entries that were not removed. */
export function present<T extends Keyed>(list: readonly (T | Removed)[]): T[] {
  return list.filter((entry): entry is T => !("removed" in entry));
}

export function byId(a: Keyed, b: Keyed): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

// The first position whose id is not smaller.
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
