import { compareEvents } from "../event/order.js";
import type { TidemarkEvent } from "../event/registry.js";
import type { SessionState } from "./fold/session/session-state.js";
import { lineageOf } from "./lineage.js";
import { sessionEvents } from "./session-events.js";
import type { Store } from "./store/store.js";

/** The messages that belong to a session because it goes on from others, oldest first, and how these hang together. */
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
