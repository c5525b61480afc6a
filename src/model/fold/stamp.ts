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
