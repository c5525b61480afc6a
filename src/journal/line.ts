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
  let hash = BASIS;
  let i = start;
  for (; i + 1 < end; i += 2) hash = mix(hash, text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16));
  return digits(i < end ? mixLast(hash, text.charCodeAt(i)) : hash);
}

/** The same of a well-formed text in UTF-8. */
export function checksumOfUtf8(bytes: Uint8Array, start: number, end: number): string {
  let hash = BASIS;
  // The first unit of two, where the second is still to come.
  let first = -1;
  const add = (unit: number) => {
    if (first >= 0) hash = mix(hash, first | (unit << 16));
    first = first < 0 ? unit : -1;
  };
  for (let i = start; i < end; ) {
    const byte = bytes[i] ?? 0;
    if (first < 0 && i + 1 < end) {
      const next = bytes[i + 1] ?? 0;
      if ((byte | next) < 0x80) {
        hash = mix(hash, byte | (next << 16));
        i += 2;
        continue;
      }
    }
    i = eachUnit(bytes, i, add);
  }
  return digits(first < 0 ? hash : mixLast(hash, first));
}

/** The one or two UTF-16 units of a sign; says where the next sign begins. */
function eachUnit(bytes: Uint8Array, at: number, add: (unit: number) => void): number {
  const tail = (n: number) => (bytes[at + n] ?? 0) & 0x3f;
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) {
    add(byte);
    return at + 1;
  }
  if (byte < 0xe0) {
    add(((byte & 31) << 6) | tail(1));
    return at + 2;
  }
  if (byte < 0xf0) {
    add(((byte & 15) << 12) | (tail(1) << 6) | tail(2));
    return at + 3;
  }
  const point = ((byte & 7) << 18) | (tail(1) << 12) | (tail(2) << 6) | tail(3);
  add(0xd7c0 + (point >> 10));
  add(0xdc00 | (point & 0x3ff));
  return at + 4;
}

const BASIS = 0x811c9dc5;

function mix(hash: number, units: number): number {
  const mixed = Math.imul(hash ^ units, 0x01000193);
  // The upper half would never reach the lower bits by multiplying alone.
  return mixed ^ (mixed >>> 15);
}

function mixLast(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

function digits(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** In the journal an event carries its checksum as one more field. */
export function withoutSum(event: Envelope & { readonly sum?: unknown }): Envelope {
  const { sum: _, ...bare } = event;
  return bare;
}
