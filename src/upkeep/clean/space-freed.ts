import type { EventData } from "../../event/registry.js";
import { readAt } from "../../journal/read.js";
import type { Store } from "../../model/store/store.js";

/** The last time that something of a project went because of the disk quota. */
export interface Freed extends EventData<"space.freed"> {
  readonly at: number;
}

export function lastFreed(home: string, store: Store, project: string): Freed | undefined {
  const pointer = store.events(project, "").findLast(({ type }) => type === "space.freed");
  if (pointer === undefined) return undefined;
  const [reading] = readAt(home, pointer.file, [pointer]);
  if (reading?.is !== "event" || reading.event.type !== "space.freed") return undefined;
  return { ...reading.event.data, at: reading.event.at };
}
