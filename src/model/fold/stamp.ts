import { compareEvents } from "../../event/order.js";

/** Which event said something: the latest by (clock, id) holds, whatever the order of arrival. */
export interface Stamp {
  readonly clock: number;
  readonly event: string;
}

export function stampOf({ clock, id }: { readonly clock: number; readonly id: string }): Stamp {
  return { clock, event: id };
}

export function compareStamps(a: Stamp, b: Stamp): number {
  return compareEvents({ clock: a.clock, id: a.event }, { clock: b.clock, id: b.event });
}

/** Whether an event came after what was said before, if anything was. */
export function isLater(
  event: { readonly clock: number; readonly id: string },
  than: Stamp | undefined,
): boolean {
  return than === undefined || compareStamps(stampOf(event), than) > 0;
}

/** An entry of a list that is known by an id, and the event that said it: the latest of one id holds. */
export interface Stamped extends Stamp {
  readonly id: string;
}

/**
 * Puts an entry into a list ordered by stamp that holds at most `max`: the oldest fall off. An entry that pushed
 * another out is later than it and stays, so the order of arrival does not show.
 */
export function putLatest<T extends Stamped>(list: readonly T[], entry: T, max: number): readonly T[] {
  const before = list.find(({ id }) => id === entry.id);
  if (before !== undefined && compareStamps(before, entry) >= 0) return list;
  return [...list.filter((other) => other !== before), entry].sort(compareStamps).slice(-max);
}

const LENGTH = 8;

/** A short name for something that has a long one, the same on every device: for people to read and to type. */
export function shortId(id: string): string {
  return (
    hash(id, 0x811c9dc5).toString(36).padStart(7, "0") + hash(id, 0x01000193).toString(36).padStart(7, "0")
  ).slice(3, 3 + LENGTH);
}

/** As much of an id as tells it from all others; commands take the start of an id. Of what was found: "0mi1zq8k2abc.fix". */
export function idStart(id: string): string {
  const [event = "", ...kind] = id.split(".");
  return [event.slice(0, 12), ...kind].join(".");
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  // FNV spreads its last characters badly, and ids differ just there.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}
