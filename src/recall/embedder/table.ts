import { rawWords } from "../../text/prose/topic.js";
import type { LikeWords } from "../soft-match.js";
import type { Embedder } from "./port.js";
import { normalise } from "./vector.js";
import { DIMENSIONS, readWordTable, type WordTable, type WordVector } from "./word-table.js";

/** The embedder that is always there: it adds up the vectors of words, in process and at once. */
export interface TableEmbedder extends Embedder, LikeWords {
  readonly dimensions: number;
  /** What a text is about, less what any text is expected to be about. */
  embedNow(text: string): Float32Array;
}

/** The table's name, and its file's. */
export const TABLE = "glove40k";

const BATCH = 1_000;
// Words weigh RARE / (RARE + how often they are said): those that hold sentences together next to nothing.
const RARE = 1e-3;
const LONGEST = 8_000;
const COMMON = 1_000;

/** Nothing is read before the first question. */
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
      const vector = average(table(), rawWords(text.slice(0, LONGEST)));
      // A text without a known word would be left with the centre alone, and all such texts would be alike.
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

/** The average of a text in which every word occurs as often as in the language. */
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

/** How often the word of a rank is said, by the law that holds for every language. */
function frequency(rank: number): number {
  return 1 / (rank + 10) / 12.8;
}
