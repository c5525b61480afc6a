import type { Row } from "../../host/sqlite.js";
import { type Database, findNumber } from "./database.js";
import type { EmbeddingModel } from "./embedding-writer.js";
import { memoriesAt, SESSION_BITS, type StoredMemory } from "./memory-reader.js";
import { readBytes } from "./read.js";

/** A memory with a similar signature, and the number of bits in which it differs. */
interface Near {
  readonly n: number;
  readonly distance: number;
}

/** A quarter of a million signatures. Older memories are only found by their words. */
const MAX_BLOCKS = 256;

/** Reads and searches the vectors of memories. The signatures of a project are packed in blocks of up to 1,024. */
export class EmbeddingReader {
  constructor(private readonly db: Database) {}

  /** By number; memories without a vector of this model are left out. */
  at(numbers: readonly number[], model: string): Map<number, Uint8Array> {
    const rows = this.db
      .sql(
        `SELECT e.n, e.v FROM json_each(?) asked CROSS JOIN embedding e ON e.n = asked.value
         CROSS JOIN sketch_block b ON b.block = e.block WHERE b.model = ?`,
      )
      .all(JSON.stringify(numbers), findNumber(this.db, "model", model));
    return new Map(rows.map((row) => [Number(row["n"]), readBytes(row["v"])]));
  }

  /** The memories of a project whose signatures differ least, nearest first; of very many only the newest. */
  nearest(project: string, model: string, signature: Uint8Array, limit: number): Near[] {
    const rows = this.db
      .sql(
        `SELECT s.block, b.used, s.v FROM sketch_block b JOIN sketch s ON s.block = b.block
         WHERE b.project = ? AND b.model = ? ORDER BY b.newest DESC LIMIT ?`,
      )
      .all(findNumber(this.db, "project", project), findNumber(this.db, "model", model), MAX_BLOCKS);
    const blocks = rows.map((row) => ({ signatures: readBytes(row["v"]), count: Number(row["used"]) }));
    const numbers = new Map<number, Float64Array>();
    return nearestSignatures(blocks, signature, limit).flatMap(({ block, slot, distance }) => {
      const known = numbers.get(block) ?? this.#numbersIn(Number(rows[block]?.["block"]));
      numbers.set(block, known);
      const n = known[slot];
      return n === undefined ? [] : [{ n, distance }];
    });
  }

  /**
   * Memories that this model has yet to embed, of one project or of all: first those without any vector, newest first,
   * then those with a vector of another model, in no order.
   */
  missing(project: string | undefined, model: string, limit: number): StoredMemory[] {
    const [ofProject, ...values] = project === undefined ? [""] : ["WHERE s.project = ?", project];
    const numbers = numbersOf(
      this.db
        .sql(
          `SELECT u.n FROM unembedded u JOIN session s ON s.n = u.n >> ${SESSION_BITS} ${ofProject} ORDER BY u.n DESC LIMIT ?`,
        )
        .all(...values, limit),
    );
    for (const block of this.#blocksOfOthers(project, model)) {
      if (numbers.length >= limit) break;
      numbers.push(...[...this.#numbersIn(block)].sort((a, b) => b - a));
    }
    return memoriesAt(this.db, numbers.slice(0, limit));
  }

  /** The models that have vectors, by name. */
  models(): (EmbeddingModel & { readonly count: number })[] {
    return this.db
      .sql(
        `SELECT n.name, m.dimensions, sum(b.used) AS count FROM embedding_model m
         JOIN name n ON n.n = m.model JOIN sketch_block b ON b.model = m.model GROUP BY m.model ORDER BY n.name`,
      )
      .all()
      .map((row) => ({
        model: String(row["name"]),
        dimensions: Number(row["dimensions"]),
        count: Number(row["count"]),
      }));
  }

  #numbersIn(block: number): Float64Array {
    const bytes = readBytes(this.db.sql("SELECT v FROM sketch_number WHERE block = ?").get(block)?.["v"]);
    return new Float64Array(bytes.slice().buffer);
  }

  #blocksOfOthers(project: string | undefined, model: string): number[] {
    const [ofProject, ...values] =
      project === undefined ? [""] : ["AND project = ?", findNumber(this.db, "project", project)];
    return numbersOf(
      this.db
        .sql(`SELECT block AS n FROM sketch_block WHERE model <> ? ${ofProject} ORDER BY block DESC`)
        .all(findNumber(this.db, "model", model), ...values),
    );
  }
}

function numbersOf(rows: readonly Row[]): number[] {
  return rows.map((row) => Number(row["n"]));
}

/** Signatures of one length, one after the other. */
interface Block {
  readonly signatures: Uint8Array;
  readonly count: number;
}

interface Hit extends Omit<Near, "n"> {
  readonly block: number;
  readonly slot: number;
}

/** The signatures that differ least, nearest first. Those of another length are of another model and skipped. */
export function nearestSignatures(blocks: readonly Block[], signature: Uint8Array, limit: number): Hit[] {
  const asked = wordsOf(signature);
  const fitting = blocks.map(({ signatures, count }) =>
    signatures.length === count * signature.length ? wordsOf(signatures) : new Int32Array(),
  );
  const counts = new Uint32Array(signature.length * 8 + 1);
  const distances = fitting.map((words) => distancesTo(words, asked, counts));
  const furthest = furthestOf(counts, limit);
  const hits: Hit[] = [];
  for (const [block, found] of distances.entries()) {
    for (let slot = 0; slot < found.length; slot++) {
      const distance = found[slot] ?? 0;
      if (distance <= furthest) hits.push({ block, slot, distance });
    }
  }
  return hits.sort((a, b) => a.distance - b.distance).slice(0, limit);
}

/** Also counts how often each distance occurs, so that not all have to be sorted. */
function distancesTo(words: Int32Array, asked: Int32Array, counts: Uint32Array): Uint16Array {
  const width = asked.length;
  const distances = new Uint16Array(words.length / width);
  for (let slot = 0, at = 0; slot < distances.length; slot++) {
    let distance = 0;
    for (let word = 0; word < width; word += 4, at += 4) distance += differingBits(words, at, asked, word);
    distances[slot] = distance;
    counts[distance] = (counts[distance] ?? 0) + 1;
  }
  return distances;
}

// Counts the bits of four words at once, in ever wider fields: a million signatures take 10 ms.
function differingBits(words: Int32Array, at: number, asked: Int32Array, from: number): number {
  let a = (words[at] ?? 0) ^ (asked[from] ?? 0);
  let b = (words[at + 1] ?? 0) ^ (asked[from + 1] ?? 0);
  let c = (words[at + 2] ?? 0) ^ (asked[from + 2] ?? 0);
  let d = (words[at + 3] ?? 0) ^ (asked[from + 3] ?? 0);
  a -= (a >>> 1) & 0x55555555;
  b -= (b >>> 1) & 0x55555555;
  c -= (c >>> 1) & 0x55555555;
  d -= (d >>> 1) & 0x55555555;
  a = (a & 0x33333333) + ((a >>> 2) & 0x33333333);
  b = (b & 0x33333333) + ((b >>> 2) & 0x33333333);
  c = (c & 0x33333333) + ((c >>> 2) & 0x33333333);
  d = (d & 0x33333333) + ((d >>> 2) & 0x33333333);
  a += b;
  c += d;
  a = (a & 0x0f0f0f0f) + ((a >>> 4) & 0x0f0f0f0f) + (c & 0x0f0f0f0f) + ((c >>> 4) & 0x0f0f0f0f);
  return Math.imul(a, 0x01010101) >>> 24;
}

/** The smallest distance within which there are enough. */
function furthestOf(counts: Uint32Array, limit: number): number {
  let within = 0;
  for (const [distance, count] of counts.entries()) {
    within += count;
    if (within >= limit) return distance;
  }
  return counts.length;
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array {
  if (byteOffset % 4 === 0) return new Int32Array(buffer, byteOffset, byteLength / 4);
  return new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}
