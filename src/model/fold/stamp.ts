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
