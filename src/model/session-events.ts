import type { Envelope } from "../event/envelope.js";
import type { Reading } from "../event/present.js";
import type { TidemarkEvent } from "../event/registry.js";
import { tryReadAt } from "../journal/file.js";
import type { Store } from "./store/store.js";

/** All events of a session in order, without those that the journal has lost. */
export interface SessionEvents {
  /** Includes events of a newer Tidemark. */
  readonly all: readonly Envelope[];
  readonly known: readonly TidemarkEvent[];
  /** The journal has lost none of them. */
  readonly isWhole: boolean;
}

export function sessionEvents(
  { home, store }: { readonly home: string; readonly store: Pick<Store, "events"> },
  { project, session }: { readonly project: string; readonly session: string },
): SessionEvents {
  const pointers = store.events(project, session);
  const found = new Map<string, Exclude<Reading, { is: "malformed" }>>();
  let isWhole = true;
  for (const file of new Set(pointers.map((pointer) => pointer.file))) {
    const places = pointers.filter((pointer) => pointer.file === file);
    const intact = tryReadAt(home, file, places).filter((reading) => reading.is !== "malformed");
    if (intact.length < places.length) isWhole = false;
    for (const reading of intact) found.set(envelopeOf(reading).id, reading);
  }
  const readings = pointers.flatMap(({ id }) => found.get(id) ?? []);
  return {
    all: readings.map(envelopeOf),
    known: readings.flatMap((reading) => (reading.is === "event" ? [reading.event] : [])),
    isWhole,
  };
}

function envelopeOf(reading: Exclude<Reading, { is: "malformed" }>): Envelope {
  return reading.is === "event" ? reading.event : reading.envelope;
}
