import { rawWords } from "../../detect/topic.js";
import type { Embedder } from "./port.js";
import { normalise } from "./vector.js";
import { readWordTable, type WordTable, type WordVector } from "./word-table.js";

/** The embedder that is always there: it adds up the vectors of words, in process and at once. */
export interface TableEmbedder extends Embedder {
  readonly dimensions: number;
  /** What a text is about; with the mean of its project, what tells it from the others there. */
  embedNow(text: string, mean?: Float32Array): Float32Array;
  /** What any text is expected to be about: vectors that are kept are what differs from it. */
  centre(): Float32Array;
  /** The weighted average of some words, from which a project's mean is made with `meanOf`. */
  averageOf(words: readonly string[]): Float32Array;
  wordVector(word: string): WordVector | undefined;
  /** The rank of a word, -1 where the table lacks it. */
  rankOf(word: string): number;
  /** The cosine of one word with each of others, by their ranks. */
  likenesses(rank: number, others: Int32Array): Float32Array;
  /** How near each of some words is to what others are about, less what any words are about. */
  nearnesses(words: readonly string[], others: Int32Array): Float32Array;
  /** How much each word says of what a text is about, from 0 to 1: the rarer the more. */
  weightsOf(ranks: Int32Array): Float32Array;
  /** The cosine between two words, undefined where the table lacks one of them. */
  similarity(a: string, b: string): number | undefined;
}

const NAME = "glove40k";
const BATCH = 1_000;
// Words weigh RARE / (RARE + how often they are said): those that hold sentences together next to nothing.
const RARE = 1e-3;
const LONGEST = 8_000;
const COMMON = 1_000;

/** Nothing is read before the first question. */
export function tableEmbedder(readBytes: () => Uint8Array): TableEmbedder {
  let read: WordTable | undefined;
  let middle: Float32Array | undefined;
  const table = () => {
    read ??= readWordTable(readBytes());
    return read;
  };

  const embedder: TableEmbedder = {
    name: NAME,
    dimensions: 100,
    batch: BATCH,
    averageOf: (words) => average(table(), words),
    embedNow(text, mean) {
      const vector = average(table(), rawWords(text.slice(0, LONGEST)));
      // A text without a known word would be left with the mean alone, and all such texts would be alike.
      if (mean === undefined || vector.every((value) => value === 0)) return normalise(vector);
      return normalise(vector.map((value, n) => value - (mean[n] ?? 0)));
    },
    async embed(texts) {
      return texts.map((text) => embedder.embedNow(text, embedder.centre()));
    },
    centre() {
      middle ??= usual(table());
      return middle;
    },
    wordVector(word) {
      const rank = table().find(word);
      return rank < 0 ? undefined : table().at(rank);
    },
    rankOf: (word) => table().find(word),
    likenesses: (rank, others) => table().cosines(table().at(rank).row, others),
    nearnesses(words, others) {
      const centre = embedder.centre();
      return table().cosines(
        average(table(), words).map((value, n) => value - (centre[n] ?? 0)),
        others,
      );
    },
    weightsOf: (ranks) => Float32Array.from(ranks, (rank) => (rank < 0 ? 0 : weightOf(rank))),
    similarity(a, b) {
      const [one, other] = [table().find(a), table().find(b)];
      return one < 0 || other < 0 ? undefined : embedder.likenesses(one, Int32Array.of(other))[0];
    },
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
