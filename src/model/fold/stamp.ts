import { compareEvents, type Point } from "../../event/order.js";

/** The event that set a value. The latest by (clock, id) holds, whatever the order of arrival. */
export interface Stamp {
  readonly clock: number;
  readonly event: string;
}

export function stampOf({ clock, id }: Point): Stamp {
  return { clock, event: id };
}

export function compareStamps(a: Stamp, b: Stamp): number {
  return compareEvents({ clock: a.clock, id: a.event }, { clock: b.clock, id: b.event });
}

export function isLater(event: Point, than: Stamp | undefined): boolean {
  return than === undefined || compareStamps(stampOf(event), than) > 0;
}

/** An entry of a list. The latest with the same id holds. */
export interface Stamped extends Stamp {
  readonly id: string;
}

/** Puts an entry into a list ordered by stamp. The oldest fall off, whatever the order of arrival. */
export function putLatest<T extends Stamped>(list: readonly T[], entry: T, max: number): readonly T[] {
  const before = list.find(({ id }) => id === entry.id);
  if (before !== undefined && compareStamps(before, entry) >= 0) return list;
  return [...list.filter((other) => other !== before), entry].sort(compareStamps).slice(-max);
}

/** Ids of events begin with their time, so they are in the order of creation. */
interface Keyed {
  readonly id: string;
}

/** A removed entry stays as its id, so that a removal may arrive before its addition. */
export interface Removed {
  readonly id: string;
  readonly removed: true;
}

/** Puts an entry into a list ordered by id. The smallest ids fall off, whatever the order of arrival. */
export function putKeyed<T extends Keyed>(
  list: readonly T[],
  id: string,
  max: number,
  change: (before: T | undefined) => T,
): readonly T[] {
  const at = placeOf(list, id);
  const before = list[at]?.id === id ? list[at] : undefined;
  if (before === undefined && at === 0 && list.length >= max) return list;
  const next = [...list.slice(0, at), change(before), ...list.slice(before === undefined ? at : at + 1)];
  return next.length > max ? next.slice(next.length - max) : next;
}

export function getKeyed<T extends Keyed>(list: readonly T[], id: string): T | undefined {
  const found = list[placeOf(list, id)];
  return found?.id === id ? found : undefined;
}

/** The entries that were not removed. */
export function present<T extends Keyed>(list: readonly (T | Removed)[]): T[] {
  return list.filter((entry): entry is T => !("removed" in entry));
}

export function byId(a: Keyed, b: Keyed): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

// The first position whose id is not smaller.
function placeOf(list: readonly Keyed[], id: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.id ?? "") < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

const LENGTH = 8;

/** A short name for people to type, the same on every device. */
export function shortId(id: string): string {
  return (
    hash(id, 0x811c9dc5).toString(36).padStart(7, "0") + hash(id, 0x01000193).toString(36).padStart(7, "0")
  ).slice(3, 3 + LENGTH);
}

/** The start of an id, enough to be unique and accepted by commands, with its kind: "0mi1zq8k2abc.fix". */
export function idStart(id: string): string {
  const [event = "", ...kind] = id.split(".");
  return [event.slice(0, 12), ...kind].join(".");
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  // FNV mixes the last characters badly, where ids differ most.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}
