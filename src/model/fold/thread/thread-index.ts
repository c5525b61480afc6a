import { cool } from "./thread-draft.js";
import type { Thread, ThreadsState } from "./thread-state.js";

const NONE: ReadonlyMap<string, number> = new Map();
/** The last files of a list count full, earlier ones half. */
const RECENT_COUNT = 8;
const SEEN_WEIGHT = 0.4;
/** Keeps words from counting as common after only a few turns. */
const SMOOTHING = 8;
const MAX_WORDS = { max: 1_200, kept: 700 } as const;

const HUB_WEIGHT = 0.25;
const HUB =
  /(?:^|\/)(?:(?:index|main|app|server|mod|lib|__init__|routes?|router|types|constants|config|settings|styles?|globals?)\.\w{1,5}|package(?:-lock)?\.json|[\w-]+\.lock|(?:readme|changelog|claude|agents|todo|state|roadmap)(?:\.\w+)?|go\.(?:mod|sum)|cargo\.toml|pyproject\.toml|requirements\.txt|makefile|dockerfile|tsconfig\.json|\.env\S*)$/i;

type Postings = Map<string, Map<string, number>>;

/** The threads that a turn may join, indexed by words and files. */
export class ThreadIndex {
  /** In the order of their last use. */
  readonly #threads = new Map<string, Thread>();
  readonly #words: Postings = new Map();
  readonly #files: Postings = new Map();

  /** In how many turns each word occurred. */
  #vocabulary: Map<string, number>;
  #turns: number;
  /** A cache: every comparison with a turn asks for the same words. */
  readonly #rarities = new Map<string, number>();

  constructor({ recent, vocabulary, turns }: ThreadsState) {
    this.#vocabulary = new Map(vocabulary);
    this.#turns = turns;
    for (const thread of recent) this.put(thread);
  }

  get size(): number {
    return this.#threads.size;
  }

  get(id: string): Thread | undefined {
    return this.#threads.get(id);
  }

  withWord(word: string): ReadonlyMap<string, number> {
    return this.#words.get(word) ?? NONE;
  }

  withFile(path: string): ReadonlyMap<string, number> {
    return this.#files.get(path) ?? NONE;
  }

  get turns(): number {
    return this.#turns;
  }

  get vocabulary(): [string, number][] {
    return [...this.#vocabulary];
  }

  /** Counts the words of one more turn. */
  countWords(words: Iterable<string>): void {
    this.#turns++;
    this.#rarities.clear();
    for (const word of words) this.#vocabulary.set(word, (this.#vocabulary.get(word) ?? 0) + 1);
    if (this.#vocabulary.size <= MAX_WORDS.max) return;
    this.#vocabulary = new Map([...this.#vocabulary].sort(([, a], [, b]) => b - a).slice(0, MAX_WORDS.kept));
  }

  /** From 0 for a word of every turn to 1 for an unknown one. */
  readonly rarity = (word: string): number => {
    let known = this.#rarities.get(word);
    if (known === undefined) {
      known = rarity(this.#vocabulary.get(word) ?? 0, this.#turns);
      this.#rarities.set(word, known);
    }
    return known;
  };

  /** The rarity of a file among threads. Files that every kind of work touches say little even if few did so far. */
  fileRarity(path: string): number {
    return rarity(this.withFile(path).size, this.size) * (HUB.test(path) ? HUB_WEIGHT : 1);
  }

  /** The thread last used on a branch. */
  lastOn(branch: string): string | undefined {
    let last: string | undefined;
    for (const { id, branches } of this.#threads.values()) if (branches.at(-1) === branch) last = id;
    return last;
  }

  /** Adds or replaces a thread as the latest. */
  put(thread: Thread): void {
    const { id, words, seen, files } = thread;
    const before = this.#threads.get(id);
    this.#threads.delete(id);
    this.#threads.set(id, thread);
    if (before !== undefined) this.#forget(before, thread);
    for (const [word, weight] of words) note(this.#words, word, id, weight);
    for (const [at, path] of seen.entries())
      note(this.#files, path, id, SEEN_WEIGHT * recency(at, seen.length));
    for (const [at, path] of files.entries()) note(this.#files, path, id, recency(at, files.length));
  }

  /** Drops the work context of a thread and keeps its position. */
  cool(id: string): void {
    const thread = this.#threads.get(id);
    if (thread !== undefined) this.#threads.set(id, cool(thread));
  }

  remove(id: string): Thread | undefined {
    const thread = this.#threads.get(id);
    if (thread === undefined) return undefined;
    this.#threads.delete(id);
    this.#forget(thread);
    return thread;
  }

  /** Removes the threads unused for longest if there are more than `max`. */
  retire(max: number): Thread[] {
    const retired: Thread[] = [];
    for (const id of this.#threads.keys()) {
      if (this.size <= max) break;
      const thread = this.remove(id);
      if (thread !== undefined) retired.push(thread);
    }
    return retired;
  }

  values(): Thread[] {
    return [...this.#threads.values()];
  }

  /** Removes the words and files that `after` no longer has. */
  #forget({ id, words, files, seen }: Thread, after?: Thread): void {
    const keptWords = new Set<string>(after?.words.map(([word]) => word));
    for (const [word] of words) if (!keptWords.has(word)) forget(this.#words, word, id);
    const keptFiles = new Set<string>(after === undefined ? [] : [...after.files, ...after.seen]);
    for (const path of [...files, ...seen]) if (!keptFiles.has(path)) forget(this.#files, path, id);
  }
}

function rarity(having: number, all: number): number {
  const plenty = all + SMOOTHING;
  return Math.max(0.05, Math.log(plenty / (having + 0.5)) / Math.log(plenty / 0.5));
}

function recency(at: number, length: number): number {
  return at >= length - RECENT_COUNT ? 1 : 0.5;
}

function note(postings: Postings, key: string, id: string, weight: number): void {
  const known = postings.get(key);
  if (known === undefined) postings.set(key, new Map([[id, weight]]));
  else known.set(id, weight);
}

function forget(postings: Postings, key: string, id: string): void {
  const known = postings.get(key);
  known?.delete(id);
  if (known?.size === 0) postings.delete(key);
}
