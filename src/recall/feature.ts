import type { Memory } from "../model/fold/memory/memory-state.js";
import { fitsTime } from "../text/prose/asked-time.js";
import { saysNumber, saysWhen } from "../text/prose/time-word.js";
import { nameTerms, wholeNames } from "../text/words/term.js";
import type { Gathered } from "./gather.js";
import { bestPassage, type Passage } from "./passage.js";
import type { Question } from "./question.js";
import { type LikeWords, type SoftMatches, softMatches } from "./soft-match.js";

/** A candidate memory with its number. */
export interface Candidate {
  readonly n: number;
  readonly memory: Memory;
  /** The similarity of its vector to the question's, if both have one. */
  readonly nearness?: number;
}

export interface Surroundings {
  readonly gathered: Gathered;
  readonly sessionNumbers: number;
  /** The authors the question names. */
  readonly authors: ReadonlySet<string>;
  /** Word similarity; undefined without a table. */
  readonly words?: LikeWords;
}

/** The features of a memory, each between about -1 and 1 for any number of memories. */
export const FEATURES = [
  "words",
  "share",
  "before",
  "after",
  "before2",
  "after2",
  "session",
  "sessionBest",
  "author",
  "otherAuthor",
  "pairs",
  "isQuestion",
  "length",
  "whenTime",
  "countNumber",
  "askedTime",
  "answers",
  "like",
  "likeBest",
  "likeAround",
  "near",
  "nearAround",
] as const;

/** Features relative to the best candidate, which do not show how good that one is. */
export const RELATIVE: ReadonlySet<string> = new Set<Feature>([
  "words",
  "before",
  "after",
  "before2",
  "after2",
  "sessionBest",
  "answers",
  "likeBest",
]);

export type Feature = (typeof FEATURES)[number];
export type FeatureRow = { readonly [F in Feature]: number };

// The usual BM25 constants: saturation of repeated words, and penalty of longer texts.
const K1 = 1.2;
const B = 0.75;
const MAX_LENGTH = 12;

/** Computes the features of the candidates for the question. */
export function featuresOf(
  question: Question,
  candidates: readonly Candidate[],
  surroundings: Surroundings,
): FeatureRow[] {
  const { gathered, sessionNumbers, authors, words } = surroundings;
  const { rarity, held, sessions } = gathered;
  const total = gathered.total || 1;
  const bestHeld = gathered.bestHeld || 1;
  const askedBy = askedByTerm(question);
  const passages = withNames(
    candidates.map(({ memory }) => bestPassage(memory.text, askedBy, rarity)),
    candidates,
    question,
  );
  const inFiles = candidates.map(({ memory }) => fileHits(memory, askedBy, rarity.length));
  const place = new Map(candidates.map(({ n }, at) => [n, at]));
  const usual = mean(passages.map(({ tokens }) => tokens.length)) || 1;
  const own = passages.map((passage, at) => weighWords(passage, inFiles[at] ?? [], rarity, usual));
  const bestOwn = Math.max(1e-6, ...own);
  const soft = words === undefined ? NO_MEANING : softMatches(question, passages, rarity, words);
  const { like } = soft;
  const bestLike = Math.max(1e-6, ...like);
  const known = candidates.map(({ nearness }) => nearness);
  const near = spread(known.some((value) => value !== undefined) ? known : soft.near);
  const isQuestion = candidates.map(({ memory }) => ENDS_AS_QUESTION.test(memory.text.slice(-END)));
  return candidates.map(({ n, memory }, at) => {
    // Neighbouring declarations have nothing to do with each other.
    const its = memory.session === "" ? undefined : Math.floor(n / sessionNumbers);
    const isSame = (other: number) => Math.floor(other / sessionNumbers) === its;
    const ofSession = its === undefined ? 0 : (sessions.get(its) ?? 0);
    const heldAt = (other: number) => (isSame(other) ? (held.get(other) ?? 0) / bestHeld : 0);
    const around = (values: readonly number[]) => {
      const [before, after] = [place.get(n - 1), place.get(n + 1)];
      return (
        ((before === undefined || !isSame(n - 1) ? 0 : (values[before] ?? 0)) +
          (after === undefined || !isSame(n + 1) ? 0 : (values[after] ?? 0))) /
        2
      );
    };
    const passage = passages[at] ?? NOTHING;
    const previous = isSame(n - 1) ? place.get(n - 1) : undefined;
    const isNamed = authors.has(memory.author.toLowerCase());
    return {
      words: (own[at] ?? 0) / bestOwn,
      share: shareOf(passage, inFiles[at] ?? [], rarity) / total,
      before: heldAt(n - 1),
      after: heldAt(n + 1),
      before2: heldAt(n - 2),
      after2: heldAt(n + 2),
      session: Math.min(1, ofSession / total / 2),
      sessionBest: ofSession / (gathered.bestSession || 1),
      author: isNamed ? 1 : 0,
      otherAuthor: authors.size > 0 && !isNamed ? 1 : 0,
      pairs: pairsOf(question, passage, rarity, askedBy) / total,
      isQuestion: isQuestion[at] ? 1 : 0,
      length: Math.log(1 + Math.min(MAX_LENGTH, passage.tokens.length)) / Math.log(1 + MAX_LENGTH),
      whenTime: question.wants.when && saysWhen(memory.text.slice(0, START)) ? 1 : 0,
      countNumber: question.wants.count && saysNumber(memory.text.slice(0, START)) ? 1 : 0,
      askedTime: question.time === undefined ? 0 : fitsTime(memory.at, question.time),
      answers: previous !== undefined && isQuestion[previous] ? (own[previous] ?? 0) / bestOwn : 0,
      like: like[at] ?? 0,
      likeBest: (like[at] ?? 0) / bestLike,
      likeAround: around(like),
      near: near[at] ?? 0,
      nearAround: around(near),
    };
  });
}

/** The words of the question that a term stands for. */
function askedByTerm({ asked }: Question): Map<string, number[]> {
  const by = new Map<string, number[]>();
  asked.forEach(({ terms }, n) => {
    for (const term of terms) by.set(term, [...(by.get(term) ?? []), n]);
  });
  return by;
}

/** Words without a match may be joined names: "retrypolicy" for RetryPolicy. Names are only searched then. */
function withNames(
  passages: readonly Passage[],
  candidates: readonly Candidate[],
  { asked }: Question,
): readonly Passage[] {
  const missing = asked.flatMap(({ terms }, n) =>
    passages.some(({ times }) => (times[n] ?? 0) > 0) ? [] : [{ terms, n }],
  );
  if (missing.length === 0) return passages;
  return passages.map((passage, at) => {
    const names = new Set(wholeNames(candidates[at]?.memory.text ?? ""));
    const found = missing.filter(({ terms }) => terms.some((term) => names.has(term)));
    if (found.length === 0) return passage;
    return {
      ...passage,
      times: passage.times.map((count, n) => (found.some((one) => one.n === n) ? 1 : count)),
    };
  });
}

/** The asked words in its file names or its branch. */
function fileHits(
  { files, branch }: Memory,
  askedBy: ReadonlyMap<string, readonly number[]>,
  asked: number,
): readonly boolean[] {
  if (files.length === 0 && branch === undefined) return [];
  const hits: boolean[] = new Array(asked).fill(false);
  for (const name of branch === undefined ? files : [...files, branch])
    for (const term of nameTerms(name)) for (const n of askedBy.get(term) ?? []) hits[n] = true;
  return hits;
}

/** The BM25 weight of its words: rare ones count more, repeated ones ever less, a longer passage less. */
function weighWords(
  { tokens, times }: Passage,
  inFiles: readonly boolean[],
  rarity: readonly number[],
  usual: number,
): number {
  const length = K1 * (1 - B + (B * tokens.length) / usual);
  return rarity.reduce((sum, weight, n) => {
    const count = Math.max(times[n] ?? 0, inFiles[n] ? 1 : 0);
    return sum + (weight * count * (K1 + 1)) / (count + length);
  }, 0);
}

function shareOf({ times }: Passage, inFiles: readonly boolean[], rarity: readonly number[]): number {
  return rarity.reduce((sum, weight, n) => sum + ((times[n] ?? 0) > 0 || inFiles[n] ? weight : 0), 0);
}

/** Counts pairs of question words that are adjacent in the text as well. */
function pairsOf(
  { asked }: Question,
  { tokens, times }: Passage,
  rarity: readonly number[],
  askedBy: ReadonlyMap<string, readonly number[]>,
): number {
  if (times.filter((count) => count > 0).length < 2) return 0;
  const met = new Set<number>();
  for (let at = 1; at < tokens.length; at++)
    for (const n of askedBy.get(tokens[at]?.stem ?? "") ?? [])
      if (n > 0 && asked[n - 1]?.terms.includes(tokens[at - 1]?.stem ?? "")) met.add(n);
  let sum = 0;
  for (const n of met) sum += (rarity[n] ?? 0) + (rarity[n - 1] ?? 0);
  return sum;
}

/** Scales similarity from the mean to the best onto 0 to 1: models differ in their ranges. */
function spread(nearness: readonly (number | undefined)[]): number[] {
  const known = nearness.filter((value) => value !== undefined);
  if (known.length === 0) return [];
  const middle = mean(known);
  const width = Math.max(1e-6, Math.max(...known) - middle);
  return nearness.map((value) => (value === undefined ? 0 : Math.max(-1, (value - middle) / width)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

const NO_MEANING: SoftMatches = { like: [], near: [] };
const NOTHING: Passage = { tokens: [], times: [] };
/** Only the start of a long text is searched for a date, and only its end for a question mark. */
const START = 2_000;
const END = 200;
const ENDS_AS_QUESTION = /\?\s*(?:\[[^\]]*\]\s*)?$/;
