import type { Envelope } from "../event/envelope.js";

export const SUM_LENGTH = ',"sum":"00000000"}'.length;

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
