import { compareEvents, type Point } from "../event/order.js";
import type { TidemarkEvent } from "../event/registry.js";
import type { SessionState } from "./fold/session/session-state.js";
import { sessionEvents } from "./session-events.js";
import type { Store } from "./store/store.js";

/** A session whose messages up to a point, or all if there is none, belong to a conversation. */
export interface Ancestor {
  readonly session: string;
  readonly upTo?: Point;
}

const MAX_DEPTH = 1_000;

/** A session and those it was forked from, itself first. A point also limits the forks before it. */
export function lineageOf(store: Pick<Store, "session">, project: string, session: string): Ancestor[] {
  const lineage: Ancestor[] = [{ session }];
  const met = new Set([session]);
  for (const { session: name, upTo } of lineage) {
    const forked = store.session(project, name)?.state.forked;
    if (forked === undefined || met.has(forked.from) || lineage.length >= MAX_DEPTH) break;
    met.add(forked.from);
    lineage.push({ session: forked.from, upTo: earlier(upTo, forked.upTo) });
  }
  return lineage;
}

/** The messages and forks of the sessions that a session was forked from, oldest first. */
export function originEvents(
  from: { readonly home: string; readonly store: Store },
  { project, session }: SessionState,
): TidemarkEvent[] {
  const [, ...before] = lineageOf(from.store, project, session);
  return before.toReversed().flatMap(({ session: origin, upTo }) => {
    const { known } = sessionEvents(from, { project, session: origin });
    return known.filter(
      (event) =>
        event.type === "session.forked" ||
        (event.type === "message.added" && (upTo === undefined || compareEvents(event, upTo) <= 0)),
    );
  });
}

function earlier(one: Point | undefined, other: Point | undefined): Point | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareEvents(one, other) < 0 ? one : other;
}
