import { stripAnsi } from "../../ansi.js";

// Control characters, and those that reorder or hide text, down to the invisible copies of ASCII.
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

// What looks like a tag could end one that the agent puts around us.
const TAG = /<(\/?[a-z][\w:-]{0,60})>/gi;

/** Text from outside as one harmless line. */
export function clean(text: string): string {
  return stripAnsi(text).replace(UNSEEN, "").replace(TAG, "‹$1›").replace(/\s+/g, " ").trim();
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
