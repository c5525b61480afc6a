import { shorten } from "./clean.js";

/** Less of an item does not say what is meant. */
const LEAST = 32;

/** All of them, each cut where it must be; where even that does not fit, the first ones and how many more there are. */
export function fill(items: readonly string[], separator: string, room: number, least = LEAST): string {
  for (let count = items.length; count > 0; count--) {
    const rest = items.length - count;
    const more = rest === 0 ? "" : `${separator}+${rest}`;
    const free = room - more.length - separator.length * (count - 1);
    const shown = items.slice(0, count);
    const share = fairShare(shown, free);
    if (share >= least || shown.every((text) => text.length <= share) || count === 1) {
      return shown.map((text) => shorten(text, share)).join(separator) + more;
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
