import type { MemoryKind } from "../model/fold/memory/memory-state.js";
import { authorTerm, kindTerm, monthTerm } from "../model/fold/memory/memory-term.js";
import { SESSION_NUMBERS, type StoredMemory } from "../model/store/memory-reader.js";
import type { Store } from "../model/store/store.js";
import { type AskedTime, monthsMeant } from "../text/prose/asked-time.js";
import { dotPacked, signatureOf } from "./embedder/packed-vector.js";
import { type Candidate, type FeatureRow, featuresOf } from "./feature.js";
import { gather, type TermMatches } from "./gather.js";
import { type Asked, type Question, readQuestion, withoutNames, withWholeWords } from "./question.js";
import type { LikeWords } from "./soft-match.js";

export interface SearchOptions {
  readonly now: number;
  readonly kind?: MemoryKind;
  /** Word similarity; undefined without a table. */
  readonly words?: LikeWords;
  /** The vector of the question for the model that the store has vectors of. */
  readonly vector?: AskedVector;
  readonly isWanted?: (memory: StoredMemory) => boolean;
  /** Candidates besides the newest and best of the index. */
  readonly also?: readonly number[];
  /** The number of memories examined closely for their words. */
  readonly breadth?: number;
}

export interface AskedVector {
  readonly model: string;
  readonly vector: Float32Array;
  /** Its vectors find candidates; the table measures their similarity better from the words themselves. */
  readonly isTable: boolean;
}

export interface Found {
  readonly question: Question;
  /** All memories of the project. */
  readonly searched: number;
  /** Unordered. */
  readonly candidates: readonly { readonly memory: StoredMemory; readonly features: FeatureRow }[];
}

const MAX_COUNT = { matches: 400, byWords: 70, byMeaning: 30, byTime: 50 } as const;

/** One memory with this share of the question has all of it: the rest are words of no weight. */
const ALL_WORDS = 0.95;

/** Finds the candidate memories of a project for a question. */
export function search(store: Store, project: string, text: string, options: SearchOptions): Found {
  const { now, kind, words, vector, isWanted = () => true, also = [] } = options;
  const read = readQuestion(text, now);
  const authors = authorsIn(store, project, read);
  const within = kind === undefined ? undefined : kindTerm(kind);
  const { memories: searched } = store.memories.counts(project);
  const { question, matches } = matchTerms(store, project, withoutNames(read, authors), within);
  const gathered = gather(question, matches, searched, SESSION_NUMBERS, options.breadth ?? MAX_COUNT.byWords);
  const numbers = new Set([
    ...gathered.numbers,
    ...also,
    // If the words are all there, vectors only cost time.
    ...(vector === undefined || gathered.bestHeld >= ALL_WORDS * gathered.total
      ? []
      : nearest(store, project, vector)),
    ...(question.time === undefined ? [] : timed(store, project, question.time, now, within)),
  ]);
  const found = store.memories
    .at([...numbers])
    .filter(
      (memory) =>
        memory.project === project && (kind === undefined || memory.kind === kind) && isWanted(memory),
    );
  const nearness = vector === undefined || vector.isTable ? undefined : nearnessOf(store, found, vector);
  const candidates = found.map(
    (memory): Candidate => ({ n: memory.n, memory, nearness: nearness?.get(memory.n) }),
  );
  const rows = featuresOf(question, candidates, {
    gathered,
    sessionNumbers: SESSION_NUMBERS,
    authors,
    words,
  });
  return {
    question,
    searched,
    candidates: found.flatMap((memory, at) => {
      const features = rows[at];
      return features === undefined ? [] : [{ memory, features }];
    }),
  };
}

function matchTerms(
  store: Store,
  project: string,
  asked: Question,
  within: string | undefined,
): { question: Question; matches: ReadonlyMap<string, TermMatches> } {
  const matches = new Map<string, TermMatches>();
  const match = ({ asked: words }: Question) => {
    const terms = new Set(words.flatMap((word) => word.terms).filter((term) => !matches.has(term)));
    for (const found of store.memories.match(project, [...terms], MAX_COUNT.matches, within))
      matches.set(found.term, found);
  };
  match(asked);
  const isFound = ({ terms }: Asked) => terms.some((term) => (matches.get(term)?.numbers.length ?? 0) > 0);
  const question = withWholeWords(asked, isFound);
  if (question !== asked) match(question);
  return { question, matches };
}

/** Names of people and machines, which are capitalized. */
function authorsIn(store: Store, project: string, { asked, text }: Question): Set<string> {
  const capital = new Set(text.match(CAPITAL)?.map((name) => name.toLowerCase()));
  const words = asked.map(({ word }) => word).filter((word) => capital.has(word));
  const matches = words.length === 0 ? [] : store.memories.match(project, words.map(authorTerm), 1);
  return new Set(words.filter((_, at) => (matches[at]?.numbers.length ?? 0) > 0));
}

const CAPITAL = /(?<![A-Za-z0-9])[A-Z\u00c0-\u00de][a-z0-9\u00df-\u00ff]{2,}/g;

function nearest(store: Store, project: string, { model, vector }: AskedVector): number[] {
  return store.embeddings.nearest(project, model, signatureOf(vector), MAX_COUNT.byMeaning).map(({ n }) => n);
}

function nearnessOf(
  store: Store,
  found: readonly StoredMemory[],
  { model, vector }: AskedVector,
): Map<number, number> {
  const kept = store.embeddings.at(
    found.map(({ n }) => n),
    model,
  );
  const near = [...kept].map(([n, v]) => ({ n, value: dotPacked(vector, v) }));
  return new Map(near.flatMap(({ n, value }) => (value === undefined ? [] : [[n, value]])));
}

/** Memories of the months that may be meant. */
function timed(
  store: Store,
  project: string,
  time: AskedTime,
  now: number,
  within: string | undefined,
): number[] {
  const terms = [...new Set(monthsMeant(time, now).map(monthTerm))];
  return store.memories
    .match(project, terms, MAX_COUNT.byTime, within)
    .flatMap(({ numbers }) => numbers)
    .slice(0, MAX_COUNT.byTime);
}
