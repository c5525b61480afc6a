import { replaySession } from "../model/fold/session/rewind.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { sessionEvents } from "../model/session-events.js";
import type { Store } from "../model/store/store.js";
import type { Checkpoint } from "./checkpoint.js";

/** A session as it was at a checkpoint. */
export interface PastState {
  readonly state: SessionState;
  /** The last event that counts for it. */
  readonly upTo: { readonly clock: number; readonly id: string };
}

/** Undefined where the checkpoint belongs to no session, or nothing is left of what was recorded before it. */
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
  // A light one has no event, nor has one whose maker was killed before it wrote it down: then the time tells.
  const last = made === -1 ? known.findLastIndex(({ at }) => at <= checkpoint.at) : made;
  const [first, ...rest] = known.slice(0, last + 1);
  if (first === undefined) return undefined;
  const { clock, id } = rest.at(-1) ?? first;
  return { state: replaySession([first, ...rest]).state, upTo: { clock, id } };
}
