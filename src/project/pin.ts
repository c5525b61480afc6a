import { activePins, allPins, type Pin, type Priority } from "../model/fold/declared/declared.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import type { Here } from "./here.js";
import { findByPrefix, fromProject, type Opened } from "./open.js";

export interface NewPin {
  readonly text: string;
  readonly priority: Priority;
  readonly expires?: number;
}

/** Pins a text, so that every session from now on sees it. */
export function pin(here: Here, { text, priority, expires }: NewPin, speaker?: Speaker): Pin {
  const data = { text: declaredText(here, text, "pin"), priority, expires };
  const { id, at } = declare(here, { type: "pin.added", data }, speaker);
  return { id, text: data.text, priority, createdAt: at, expires };
}

/** The pin with the same text, unless it has expired. */
export function pinnedAlready(opened: Opened, text: string, now: number): Pin | undefined {
  const kept = declaredText(opened, text, "pin");
  return fromProject(opened, (state) => activePins(state, now)).find((known) => known.text === kept);
}

/** Removes a pin, by its id or the start of it, and others with the same text. */
export function unpin(opened: Opened, prefix: string, speaker?: Speaker): Pin {
  const pins = fromProject(opened, allPins);
  const found = findByPrefix(pins, prefix, "pin", "tidemark pins --all");
  for (const { id, text } of pins)
    if (text === found.text) declare(opened, { type: "pin.removed", data: { pin: id } }, speaker);
  return found;
}
