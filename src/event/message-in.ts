import type { Envelope } from "./envelope.js";
import { present } from "./present.js";
import type { TidemarkEvent } from "./registry.js";

export type MessageAdded = Extract<TidemarkEvent, { type: "message.added" }>;

/** An event as a message, in its present form; undefined if it is something else. */
export function messageIn(event: Envelope): MessageAdded | undefined {
  const reading = event.type === "message.added" ? present(event) : undefined;
  return reading?.is === "event" && reading.event.type === "message.added" ? reading.event : undefined;
}
