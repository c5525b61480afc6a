import type { Envelope } from "../event/envelope.js";

export const SUM_LENGTH = ',"sum":"00000000"}'.length;

/**
 * One event as it stands in the journal: a line of JSON whose last field is a checksum of what precedes it, so that a
 * flipped bit inside a text is seen and not believed.
 */
export function writeLine(event: Envelope): string {
  const body = JSON.stringify(event).slice(0, -1);
  return `${body},"sum":"${checksum(body, 0, body.length)}"}`;
}

/** FNV-1a over a part of a text, two UTF-16 units at a time: finds damage, is no signature. */
export function checksum(text: string, start: number, end: number): string {
  let hash = 0x811c9dc5;
  let i = start;
  for (; i + 1 < end; i += 2) {
    hash = Math.imul(hash ^ (text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16)), 0x01000193);
    // The upper half would never reach the lower bits by multiplying alone.
    hash ^= hash >>> 15;
  }
  if (i < end) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The same of a text in bytes, where each of its signs is one. */
export function checksumOfAscii(bytes: Uint8Array, start: number, end: number): string {
  let hash = 0x811c9dc5;
  let i = start;
  for (; i + 1 < end; i += 2) {
    hash = Math.imul(hash ^ ((bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 16)), 0x01000193);
    hash ^= hash >>> 15;
  }
  if (i < end) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
