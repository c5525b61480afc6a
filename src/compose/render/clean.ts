import { stripAnsi } from "../../ansi.js";
import { disarm } from "./disarm.js";

// Control characters, half characters, and those that reorder, hide or draw nothing, down to the invisible copies of ASCII.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Cs}\p{DI}]/gu;

/** Text from outside as one harmless line. */
export function clean(text: string): string {
  return disarm(stripAnsi(text).replace(UNSEEN, "").replace(/\s+/g, " ").trim());
}

/** Cuts at a word where one ends near the limit, and shows that it was cut. */
export function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  if (room < 2) return "";
  const cut = text.slice(0, room - 1);
  const space = cut.lastIndexOf(" ");
  const kept = space > room * 0.6 ? cut.slice(0, space) : cut;
  return `${kept.replace(/[\s,;:·–—-]+$/, "").toWellFormed()}…`;
}

/** As many items as fit, joined; the first one is shortened rather than left out. */
export function joinFitting(items: readonly string[], separator: string, room: number): string {
  let text = "";
  for (const item of items) {
    const next = text === "" ? shorten(item, room) : text + separator + item;
    if (next.length > room) break;
    text = next;
  }
  return text;
}
