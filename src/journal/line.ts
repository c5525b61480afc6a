import type { Envelope } from "../event/envelope.js";
import { present, type Reading } from "../event/present.js";

const SUM = ',"sum":"';
const SUM_LENGTH = ',"sum":"00000000"}'.length;
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Large enough for most lines. */
const scratch = Buffer.allocUnsafeSlow(1 << 15);

/** An event as a line of JSON. Its last field is a checksum of what precedes it. */
export function writeLine(event: Envelope): string {
  const body = JSON.stringify(event).slice(0, -1);
  return `${body},"sum":"${checksum(body)}"}`;
}

/** Reads a line inside a longer text. The checksum proves who wrote it, so only its outline is checked, not its data. */
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
    return { is: "malformed", reason: "not JSON" }; // Set aside like any damaged line.
  }
  return isOutline(value) ? present(value) : { is: "malformed", reason: "not an event" };
}

/** Removes the checksum that an event carries in the journal. */
export function withoutSum(event: Envelope & { readonly sum?: unknown }): Envelope {
  const { sum: _, ...bare } = event;
  return bare;
}

/** FNV-1a over a text, two UTF-16 units at a time: finds damage, but is no signature. */
export function checksum(text: string): string {
  // Reading the characters of a concatenated string takes three times as long.
  const length = text.length * 2;
  const bytes = length > scratch.length ? Buffer.allocUnsafe(length) : scratch;
  bytes.write(text, "utf16le");
  const units = new DataView(bytes.buffer, bytes.byteOffset, length);
  let hash = FNV_BASIS;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const mixed = Math.imul(hash ^ units.getInt32(at, true), FNV_PRIME);
    // Multiplying alone never carries the upper half into the lower bits.
    hash = mixed ^ (mixed >>> 15);
  }
  if (at < length) hash = Math.imul(hash ^ units.getUint16(at, true), FNV_PRIME);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

function isOutline(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null) return false;
  const { id, type, v, at, clock, project, session, data }: Partial<Envelope> = value;
  return (
    [id, type, project, session].every((field) => typeof field === "string") &&
    [v, at, clock].every((field) => typeof field === "number") &&
    typeof data === "object" &&
    data !== null
  );
}
