import type { Envelope } from "../event/envelope.js";
import { present, type Reading } from "../event/present.js";
import { checksum, SUM_LENGTH } from "./line.js";

const SUM = ',"sum":"';

/**
 * The event of a journal line, which stands somewhere in a longer text. A line with the right checksum is as one of ours
 * wrote it, and what is written is checked by its types and proven by tests against the schemas: here only its outline
 * is looked at, because a drain reads many.
 */
export function readLine(text: string, start: number, end: number): Reading {
  const sealed = end - SUM_LENGTH;
  if (sealed < start || !text.startsWith(SUM, sealed)) return { is: "malformed", reason: "torn" };
  if (!text.startsWith(checksum(text.slice(start, sealed)), sealed + SUM.length)) {
    return { is: "malformed", reason: "checksum" };
  }
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, end));
  } catch {
    return { is: "malformed", reason: "not JSON" }; // Its own writer made it so: kept aside like any damaged line.
  }
  return isOutline(value) ? present(value) : { is: "malformed", reason: "not an event" };
}

function isOutline(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null) return false;
  const { id, type, v, at, clock, project, session, data }: Partial<Envelope> = value;
  return (
    typeof id === "string" &&
    typeof type === "string" &&
    typeof v === "number" &&
    typeof at === "number" &&
    typeof clock === "number" &&
    typeof project === "string" &&
    typeof session === "string" &&
    typeof data === "object" &&
    data !== null
  );
}
