import { replaySession } from "../../model/fold/session/session.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { sessionEvents } from "../../model/session-events.js";
import type { Store } from "../../model/store/store.js";
import type { Checkpoint } from "../checkpoint.js";

/** The state of a session at a checkpoint. */
export interface PastState {
  readonly state: SessionState;
  readonly upTo: { readonly clock: number; readonly id: string };
}

/** Rebuilds the session's state at a checkpoint. Undefined without a session, or if none of its events is left. */
export function stateAt(
  from: { readonly home: string; readonly store: Pick<Store, "events"> },
  checkpoint: Checkpoint,
): PastState | undefined {
  if (checkpoint.session === "") return undefined;
  const { known } = sessionEvents(from, checkpoint);
  const made = known.findIndex(
    ({ type, data }) =>
      type === "checkpoint.created" && "checkpoint" in data && data.checkpoint === checkpoint.id,
  );
  // Light checkpoints have no event, nor have those whose process was killed: then the time decides.
  const last = made === -1 ? known.findLastIndex(({ at }) => at <= checkpoint.at) : made;
  const [first, ...rest] = known.slice(0, last + 1);
  if (first === undefined) return undefined;
  const { clock, id } = rest.at(-1) ?? first;
  return { state: replaySession([first, ...rest]).state, upTo: { clock, id } };
}
