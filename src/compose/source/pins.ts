import type { Pin } from "../../fold/declared/declared.js";
import { clean, shorten } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import type { Source } from "../source.js";
import { line } from "./line.js";

const SEPARATOR = " · ";
/** Less of a pin does not say what is meant. */
const LEAST = 32;

/** What the user wants always said, in the order given: the most important first. */
export function pinLines(pins: readonly Pin[], phrases: Phrases): Source[] {
  const items = pins.map(({ text }) => clean(text)).filter((text) => text !== "");
  if (items.length === 0) return [];
  const all = items.join(SEPARATOR).length;
  return [
    line({
      key: "pins",
      priority: 95,
      label: phrases.pinned,
      minimum: Math.min(all, 120),
      ideal: Math.min(all, 400),
      because: items.length === 1 ? "the user pinned it" : `the user pinned ${items.length}`,
      body: (room) => fill(items, room),
    }),
  ];
}

/** All of them, each cut where it must be; where even that does not fit, the first ones and how many more there are. */
function fill(items: readonly string[], room: number): string {
  for (let count = items.length; count > 0; count--) {
    const rest = items.length - count;
    const more = rest === 0 ? "" : `${SEPARATOR}+${rest}`;
    const free = room - more.length - SEPARATOR.length * (count - 1);
    const shown = items.slice(0, count);
    const share = fairShare(shown, free);
    if (share >= LEAST || shown.every((text) => text.length <= share) || count === 1) {
      return shown.map((text) => shorten(text, share)).join(SEPARATOR) + more;
    }
  }
  return "";
}

// What short ones leave goes to the long ones.
function fairShare(items: readonly string[], room: number): number {
  let left = room;
  let open = items.length;
  for (const length of items.map((text) => text.length).sort((a, b) => a - b)) {
    const share = Math.floor(left / open);
    if (length > share) return Math.max(0, share);
    left -= length;
    open--;
  }
  return Math.max(0, room);
}
