import { compareEvents } from "../../../event/order.js";
import type { TidemarkEvent } from "../../../event/registry.js";
import { upToOf } from "./rewind.js";

interface Link {
  readonly event: TidemarkEvent;
  readonly before: Link | undefined;
}

/**
 * The events of a session, given in order, that still count for its state: what came after a checkpoint no longer does
 * once the state went back to it, and does again once that was undone.
 */
export function countingEvents(events: readonly TidemarkEvent[]): readonly TidemarkEvent[] {
  if (!events.some((event) => upToOf(event) !== undefined)) return events;
  /** What counted after each event. */
  const after: (Link | undefined)[] = [];
  let last: Link | undefined;
  for (const event of events) {
    const upTo = upToOf(event);
    if (upTo === undefined) last = { event, before: last };
    else {
      const then = events.slice(0, after.length).findLastIndex((other) => compareEvents(other, upTo) <= 0);
      last = then === -1 ? undefined : after[then];
    }
    after.push(last);
  }
  const counting: TidemarkEvent[] = [];
  for (let link = last; link !== undefined; link = link.before) counting.push(link.event);
  return counting.reverse();
}
