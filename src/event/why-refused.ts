import { readEvent, type TidemarkEvent } from "./registry.js";

/** What of an event is not as its schema says; undefined where nothing is. A drain asks only where a fold has failed. */
export function whyRefused(event: TidemarkEvent): string | undefined {
  const reading = readEvent(event);
  return reading.is === "malformed" ? reading.reason : undefined;
}
