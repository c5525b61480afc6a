import { stripAnsi } from "../../ansi.js";
import { disarm } from "./disarm.js";

// Control characters, half characters, and those that reorder, hide or draw nothing, down to the invisible copies of ASCII.
// Listed, because asking for properties of Unicode takes milliseconds of every answer.
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]/gu;

// One line of ASCII with single spaces, as most names and commands are.
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Text from outside as one harmless line. */
export function clean(text: string): string {
  if (PLAIN.test(text)) return disarm(text);
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
