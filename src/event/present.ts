import type { Envelope } from "./envelope.js";
import { EVENTS, type EventKind } from "./events.js";
import type { TidemarkEvent } from "./registry.js";

export type Reading =
  | { readonly is: "event"; readonly event: TidemarkEvent }
  /** Written by a newer Tidemark: kept, counted, not folded. */
  | { readonly is: "unknown"; readonly envelope: Envelope }
  | { readonly is: "malformed"; readonly reason: string };

/** An event in its present version. Unknown names and newer versions are tolerated. */
export function present(
  envelope: Envelope,
  versions: { readonly [name: string]: Pick<EventKind, "version" | "upcast"> } = EVENTS,
): Reading {
  const known = Object.hasOwn(versions, envelope.type) ? versions[envelope.type] : undefined;
  if (known === undefined || envelope.v > known.version) return { is: "unknown", envelope };
  // The name decides the shape of the data, which the type system cannot follow through a table.
  if (envelope.v === known.version) return { is: "event", event: envelope as TidemarkEvent };
  let { data } = envelope;
  for (let version = envelope.v; version < known.version; version++) {
    data = known.upcast?.[version]?.(data) ?? data;
  }
  return { is: "event", event: { ...envelope, v: known.version, data } as TidemarkEvent };
}

export type MessageAdded = Extract<TidemarkEvent, { type: "message.added" }>;

/** An event as a message, in its present form; undefined if it is something else. */
export function messageIn(event: Envelope): MessageAdded | undefined {
  const reading = event.type === "message.added" ? present(event) : undefined;
  return reading?.is === "event" && reading.event.type === "message.added" ? reading.event : undefined;
}
