import type { Envelope } from "../event/envelope.js";
import { EVENTS } from "../event/events.js";
import type { Draft } from "../event/registry.js";
import { tick } from "../host/device.js";
import { secureFolder } from "../host/file/folder.js";
import { type EventContext, writeEvents } from "./append.js";
import { journalFolder } from "./file.js";

/** An event that is recorded long after it happened. */
export interface PastEvent extends Omit<EventContext, "head"> {
  /** Always the same for the same event, so that it counts once. */
  readonly id: string;
  readonly draft: Draft;
  readonly clock: number;
}

const BATCH_SIZE = 500;

/** Appends past events to the journal of today. They keep their own clocks, and the device's clock does not move. */
export function appendPast(
  home: string,
  events: readonly PastEvent[],
  now: number,
  onProgress?: (written: number) => void,
): void {
  if (events.length === 0) return;
  secureFolder(home);
  secureFolder(journalFolder(home));
  const { author } = tick(home, 0, 0);
  for (let from = 0; from < events.length; from += BATCH_SIZE) {
    const batch = events.slice(from, from + BATCH_SIZE).map((event) => seal(event, author));
    writeEvents(home, batch, now);
    onProgress?.(from + batch.length);
  }
}

function seal({ draft: { type, data }, ...event }: PastEvent, author: string): Envelope {
  const { id, at, clock, project, session, agent, branch, dir } = event;
  return { id, type, v: EVENTS[type].version, at, clock, author, project, session, agent, branch, dir, data };
}
