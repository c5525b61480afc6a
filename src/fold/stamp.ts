import { compareEvents } from "../event/order.js";

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
