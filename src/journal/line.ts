import type { Envelope } from "../event/envelope.js";
import { present, type Reading } from "../event/present.js";

const SUM_LENGTH = ',"sum":"00000000"}'.length;

/**
 * One event as it stands in the journal: a line of JSON whose last field is a checksum of what precedes it, so that a
 * flipped bit inside a text is seen and not believed.
 */
export function writeLine(event: Envelope): string {
  const body = JSON.stringify(event).slice(0, -1);
  return `${body},"sum":"${checksum(body)}"}`;
}

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Room for the units of most lines. */
const scratch = Buffer.allocUnsafeSlow(1 << 15);

/** FNV-1a over a text, two UTF-16 units at a time: finds damage, is no signature. */
export function checksum(text: string): string {
  // Reading the characters from the text itself takes three times as long if it was put together from others.
  const length = text.length * 2;
  const bytes = length > scratch.length ? Buffer.allocUnsafe(length) : scratch;
  bytes.write(text, "utf16le");
  const units = new DataView(bytes.buffer, bytes.byteOffset, length);
  let hash = BASIS;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const mixed = Math.imul(hash ^ units.getInt32(at, true), PRIME);
    // Multiplying alone never carries the upper half into the lower bits.
    hash = mixed ^ (mixed >>> 15);
  }
  if (at < length) hash = Math.imul(hash ^ units.getUint16(at, true), PRIME);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** In the journal an event carries its checksum as one more field. */
export function withoutSum(event: Envelope & { readonly sum?: unknown }): Envelope {
  const { sum: _, ...bare } = event;
  return bare;
}

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
