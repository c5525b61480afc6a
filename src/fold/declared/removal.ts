import type { TidemarkEvent } from "../../event/registry.js";
import { memoryKey } from "../memory/memory-key.js";
import type { Memory } from "../memory/memory-state.js";
import { isLater, type Stamp, stampOf } from "../stamp.js";
import { getKeyed, putKeyed } from "./keyed.js";

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

export const MOST_REMOVALS = 1_000;

export function foldRemovals(removals: readonly Removal[], event: RemovalEvent): readonly Removal[] {
  const id = event.data.memory;
  return putKeyed(removals, id, MOST_REMOVALS, (before) =>
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
  return declared.removals.length < MOST_REMOVALS || getKeyed(declared.removals, id) !== undefined;
}

function keyIn(event: RemovalEvent): Pick<Removal, "key"> {
  if (event.type !== "memory.removed") return {};
  const { kind, text } = event.data;
  return kind === undefined || text === undefined ? {} : { key: memoryKey({ kind, text }) };
}
