/** A word as the file has it: its vector is the row times the scale. */
export interface WordVector {
  readonly scale: number;
  readonly row: Int8Array;
}

export interface WordTable {
  readonly dimensions: number;
  readonly size: number;
  /** The rank of a word in small letters, 0 for the most frequent one; -1 where the table does not have it. */
  find(word: string): number;
  at(rank: number): WordVector;
  /** The cosine of a vector with each of some words; 0 for those the table does not have. */
  cosines(vector: Int8Array | Float32Array, ranks: Int32Array): Float32Array;
}

export const DIMENSIONS = 100;
const LENGTH = 4;
const NEWLINE = 10;
// A power of two, three times the words: most are found at the first look.
const SLOTS = 131_072;
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Reads the file described in `asset/README.md`. The words stay bytes with a hash table over them: 40,000 strings in a
 * map would take longer to make than the rest of a question.
 */
export function readWordTable(bytes: Uint8Array): WordTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wordsEnd = LENGTH + view.getUint32(0, true);
  const scalesAt = Math.ceil(wordsEnd / 4) * 4;
  const size = (bytes.length - scalesAt) / (4 + DIMENSIONS);
  if (!Number.isInteger(size) || size < 1 || size >= SLOTS) throw new Error("The table of words is damaged.");
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + scalesAt + 4 * size, size * DIMENSIONS);
  const lengths = new Float32Array(size);
  const { starts, slots } = index(bytes, wordsEnd, size);

  return {
    dimensions: DIMENSIONS,
    size,
    find(word) {
      let hash = SEED;
      for (let n = 0; n < word.length; n++) hash = Math.imul(hash ^ word.charCodeAt(n), PRIME);
      for (let slot = slotOf(hash); ; slot = (slot + 1) % SLOTS) {
        const rank = (slots[slot] ?? 0) - 1;
        if (rank < 0 || isAt(starts[rank] ?? 0, (starts[rank + 1] ?? 0) - 1, word)) return rank;
      }
    },
    cosines,
    at(rank) {
      const scale = view.getFloat32(scalesAt + 4 * rank, true);
      return { scale, row: rows.subarray(rank * DIMENSIONS, (rank + 1) * DIMENSIONS) };
    },
  };

  // In whole numbers, on the bytes as they are: to make a vector of each word first would take longer than the rest.
  function cosines(vector: Int8Array | Float32Array, ranks: Int32Array): Float32Array {
    const found = new Float32Array(ranks.length);
    const own = vector instanceof Int8Array ? vector : inBytes(vector);
    const length = lengthOf(own, 0);
    if (length === 0) return found;
    for (let at = 0; at < ranks.length; at++) {
      const rank = ranks[at] ?? -1;
      if (rank < 0) continue;
      const start = rank * DIMENSIONS;
      let product = 0;
      for (let n = 0; n < DIMENSIONS; n++)
        product = (product + Math.imul(own[n] ?? 0, rows[start + n] ?? 0)) | 0;
      found[at] = product / (length * lengthAt(rank));
    }
    return found;
  }

  // Worked out for words that are asked for, once each.
  function lengthAt(rank: number): number {
    const known = lengths[rank] ?? 0;
    if (known > 0) return known;
    const length = lengthOf(rows, rank * DIMENSIONS) || 1;
    lengths[rank] = length;
    return length;
  }

  function isAt(start: number, end: number, word: string): boolean {
    if (end - start !== word.length) return false;
    for (let n = 0; n < word.length; n++) if (bytes[start + n] !== word.charCodeAt(n)) return false;
    return true;
  }
}

/** Where each word begins, and its rank plus one in the slot of its hash or the next free one. */
function index(bytes: Uint8Array, end: number, size: number): { starts: Uint32Array; slots: Int32Array } {
  const starts = new Uint32Array(size + 1);
  const slots = new Int32Array(SLOTS);
  let rank = 0;
  let hash = SEED;
  starts[0] = LENGTH;
  for (let at = LENGTH; at <= end && rank < size; at++) {
    const byte = at === end ? NEWLINE : (bytes[at] ?? 0);
    if (byte !== NEWLINE) {
      hash = Math.imul(hash ^ byte, PRIME);
      continue;
    }
    let slot = slotOf(hash);
    while (slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    rank++;
    slots[slot] = rank;
    starts[rank] = at + 1;
    hash = SEED;
  }
  return { starts, slots };
}

// The upper bits of the hash are the better mixed ones.
function slotOf(hash: number): number {
  return ((hash >>> 15) ^ hash) & (SLOTS - 1);
}

function lengthOf(values: Int8Array, start: number): number {
  let squares = 0;
  for (let n = 0; n < DIMENSIONS; n++) squares += (values[start + n] ?? 0) ** 2;
  return Math.sqrt(squares);
}

function inBytes(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
}
