import { rawWords } from "../../text/prose/topic.js";
import type { LikeWords } from "../soft-match.js";
import type { Embedder } from "./port.js";
import { normalise } from "./vector.js";

/** The embedder that is always available: it sums word vectors in process. */
export interface TableEmbedder extends Embedder, LikeWords {
  readonly dimensions: number;
  /** The subject of a text, minus the average text. */
  embedNow(text: string): Float32Array;
}

/** The name of the table and of its file. */
export const TABLE = "glove40k";

const BATCH = 1_000;
// Words weigh RARE / (RARE + frequency), so function words count for next to nothing.
const RARE = 1e-3;
const MAX_CHARS = 8_000;
const COMMON = 1_000;

/** The file is only read on the first question. */
export function tableEmbedder(readBytes: () => Uint8Array): TableEmbedder {
  let read: WordTable | undefined;
  let centre: Float32Array | undefined;
  const table = () => {
    read ??= readWordTable(readBytes());
    return read;
  };
  const withoutCentre = (vector: Float32Array) => {
    centre ??= usual(table());
    for (const [n, value] of centre.entries()) vector[n] = (vector[n] ?? 0) - value;
    return vector;
  };

  const embedder: TableEmbedder = {
    name: TABLE,
    dimensions: DIMENSIONS,
    batch: BATCH,
    embedNow(text) {
      const vector = average(table(), rawWords(text.slice(0, MAX_CHARS)));
      // A text without a known word would be the centre alone, and all such texts would be alike.
      return vector.every((value) => value === 0) ? vector : normalise(withoutCentre(vector));
    },
    async embed(texts) {
      return texts.map(embedder.embedNow);
    },
    rankOf: (word) => table().find(word),
    likenesses: (rank, others) => table().cosines(table().at(rank).row, others),
    nearnesses: (words, others) => table().cosines(withoutCentre(average(table(), words)), others),
    weightsOf: (ranks) => Float32Array.from(ranks, (rank) => (rank < 0 ? 0 : weightOf(rank))),
  };
  return embedder;
}

function average(table: WordTable, words: readonly string[]): Float32Array {
  const sum = new Float32Array(table.dimensions);
  let total = 0;
  for (const word of words) {
    const rank = table.find(word);
    if (rank < 0) continue;
    const weight = weightOf(rank);
    add(sum, table.at(rank), weight);
    total += weight;
  }
  return total === 0 ? sum : sum.map((value) => value / total);
}

/** The average of a text with every word at its frequency in the language. */
function usual(table: WordTable): Float32Array {
  const sum = new Float32Array(table.dimensions);
  let total = 0;
  for (let rank = 0; rank < Math.min(COMMON, table.size); rank++) {
    const weight = weightOf(rank) * frequency(rank);
    add(sum, table.at(rank), weight);
    total += weight;
  }
  return sum.map((value) => value / total);
}

function add(sum: Float32Array, { scale, row }: WordVector, weight: number): void {
  const factor = scale * weight;
  for (let n = 0; n < row.length; n++) sum[n] = (sum[n] ?? 0) + factor * (row[n] ?? 0);
}

function weightOf(rank: number): number {
  return RARE / (RARE + frequency(rank));
}

/** The frequency of the word of a rank, by Zipf's law. */
function frequency(rank: number): number {
  return 1 / (rank + 10) / 12.8;
}

/** A word as stored: its vector is the row times the scale. */
interface WordVector {
  readonly scale: number;
  readonly row: Int8Array;
}

interface WordTable {
  readonly dimensions: number;
  readonly size: number;
  /** The rank of a lower-case word, 0 for the most frequent one; -1 if unknown. */
  find(word: string): number;
  at(rank: number): WordVector;
  /** The cosine of a vector with each of some words; 0 for unknown ones. */
  cosines(vector: Int8Array | Float32Array, ranks: Int32Array): Float32Array;
}

const DIMENSIONS = 100;
const LENGTH = 4;
const NEWLINE = 10;
// A power of two, three times the words: most are found at the first probe.
const SLOTS = 131_072;
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Reads the file described in `asset/README.md`. Words stay bytes with a hash table over them: a map of 40,000 strings
 * would take longer to build than the rest of a question.
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

  // In integers on the raw bytes: making a vector of each word first would take longer than the rest.
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

  // Computed once for each requested word.
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

/** The start of each word, and its rank plus one in the slot of its hash or the next free one. */
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

// The upper bits of the hash are mixed better.
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
