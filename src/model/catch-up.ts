import { TidemarkError } from "../error.js";
import { deadline, now } from "../host/clock.js";
import { noteError } from "../host/log.js";
import { drain } from "./drain.js";
import { explain } from "./store/open.js";
import type { Store } from "./store/store.js";

// A prompt waits for this at the very worst; what is left over is drained by the next call.
const DRAIN_WITHIN = 400;

export const WAIT_FOR_LOCK = 250;

/** Drains within the time an agent may wait. A locked database is no reason to say nothing: readers see its last state. */
export function catchUp(home: string, store: Store, agent: string): void {
  try {
    drain(home, store, { expired: deadline(DRAIN_WITHIN) });
  } catch (cause) {
    const error = explain(cause);
    if (!(error instanceof TidemarkError) || error.code !== "store-busy") throw cause;
    noteError(home, { at: now(), agent, hook: "drain", error: error.message });
  }
}
