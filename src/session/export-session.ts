import type { Envelope } from "../event/envelope.js";
import type { SessionState, TurnState } from "../model/fold/session/session-state.js";
import { originEvents } from "../model/lineage.js";
import { sessionEvents } from "../model/session-events.js";
import { type Viewpoint, type WholeState, wholeState } from "./whole-state.js";

/** A session to hand on: what is known of it, and all that was recorded, redacted as it is stored. */
export interface SessionExport {
  readonly format: "tidemark-session";
  readonly version: 1;
  readonly exportedAt: number;
  readonly state: WholeState;
  readonly turns: readonly TurnState[];
  /** The messages of other sessions with which it began. */
  readonly origin: readonly Envelope[];
  readonly events: readonly Envelope[];
}

export function exportSession(from: Viewpoint, state: SessionState): SessionExport {
  const events = sessionEvents(from, state);
  return {
    format: "tidemark-session",
    version: 1,
    exportedAt: from.now,
    state: wholeState(from, state, events),
    turns: from.store.turns(state.project, state.session),
    origin: originEvents(from, state),
    events: events.all,
  };
}
