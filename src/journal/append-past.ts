import type { Envelope } from "../event/envelope.js";
import { EVENTS } from "../event/events.js";
import type { Draft } from "../event/registry.js";
import { tick } from "../host/device.js";
import { secureFolder } from "../host/file/folder.js";
import { writeEvents } from "./append.js";
import { journalFolder } from "./file.js";

/** Something that happened long before it is written down. */
export interface PastEvent {
  /** The same for the same happening, so that it counts once however often it is written. */
  readonly id: string;
  readonly draft: Draft;
  readonly at: number;
  /** Its place among what happened then. */
  readonly clock: number;
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  readonly branch?: string;
  readonly dir?: string;
}

const BATCH_SIZE = 500;

/**
 * Appends what happened earlier to the journal of the day it is learned on. The device's clock stays where it is: these
 * stand among the events of their own time, like those of another device that arrive late.
 */
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
    const portion = events.slice(from, from + BATCH_SIZE);
    writeEvents(
      home,
      portion.map((event) => seal(event, author)),
      now,
    );
    onProgress?.(from + portion.length);
  }
}

function seal({ draft, at, clock, project, session, agent, ...rest }: PastEvent, author: string): Envelope {
  const { id, branch, dir } = rest;
  const { type, data } = draft;
  return {
    ...{ id, type, v: EVENTS[type].version, at, clock, author, project, session, agent },
    branch,
    dir,
    data,
  };
}
