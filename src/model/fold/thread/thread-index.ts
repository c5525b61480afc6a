import { cool } from "./thread-draft.js";
import type { Thread, ThreadsState } from "./thread-state.js";

const NONE: ReadonlyMap<string, number> = new Map();
/** The last ones of a list are held whole, those long ago half. */
const RECENT_COUNT = 8;
const SEEN_WEIGHT = 0.4;
// Where little has happened, nothing can be said to be common yet.
const SMOOTHING = 8;
const MAX_WORDS = { most: 1_200, kept: 700 } as const;

/** By word or file: how much each thread holds of it. */
type Postings = Map<string, Map<string, number>>;

/** The threads that a turn may join, by what they are about. */
export class ThreadIndex {
  /** In the order of their last use. */
  readonly #threads = new Map<string, Thread>();
  readonly #words: Postings = new Map();
  readonly #files: Postings = new Map();

  /** In how many turns each word occurred. */
  #vocabulary: Map<string, number>;
  #turns: number;
  /** Asked for the same words by every comparison with one turn. */
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

  /** Counts the words of one turn more. */
  countWords(words: Iterable<string>): void {
    this.#turns++;
    this.#rarities.clear();
    for (const word of words) this.#vocabulary.set(word, (this.#vocabulary.get(word) ?? 0) + 1);
    if (this.#vocabulary.size <= MAX_WORDS.most) return;
    this.#vocabulary = new Map([...this.#vocabulary].sort(([, a], [, b]) => b - a).slice(0, MAX_WORDS.kept));
  }

  /** From 0 for a word that every turn has to 1 for one that none had. */
  readonly rarity = (word: string): number => {
    let known = this.#rarities.get(word);
    if (known === undefined) {
      known = rarity(this.#vocabulary.get(word) ?? 0, this.#turns);
      this.#rarities.set(word, known);
    }
    return known;
  };

  /** The same for a file, among threads. */
  fileRarity(path: string): number {
    return rarity(this.withFile(path).size, this.size);
  }

  /** The thread last used on a branch. */
  lastOn(branch: string): string | undefined {
    let last: string | undefined;
    for (const { id, branches } of this.#threads.values()) if (branches.at(-1) === branch) last = id;
    return last;
  }

  /** The thread as the one used last. */
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

  /** The same thread without its work context, where it stands. */
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

  /** Takes out those unused for longest, beyond the most there may be. */
  retire(most: number): Thread[] {
    const retired: Thread[] = [];
    for (const id of this.#threads.keys()) {
      if (this.size <= most) break;
      const thread = this.remove(id);
      if (thread !== undefined) retired.push(thread);
    }
    return retired;
  }

  values(): Thread[] {
    return [...this.#threads.values()];
  }

  /** What the thread no longer holds. Most stays from turn to turn. */
  #forget({ id, words, files, seen }: Thread, after?: Thread): void {
    const kept = new Set<string>(after?.words.map(([word]) => word));
    for (const [word] of words) if (!kept.has(word)) forget(this.#words, word, id);
    const held = new Set<string>(after === undefined ? [] : [...after.files, ...after.seen]);
    for (const list of [files, seen])
      for (const path of list) if (!held.has(path)) forget(this.#files, path, id);
  }
}

function rarity(having: number, all: number): number {
  const plenty = all + SMOOTHING;
  return Math.max(0.05, Math.log(plenty / (having + 0.5)) / Math.log(plenty / 0.5));
}

function recency(at: number, length: number): number {
  return at >= length - RECENT_COUNT ? 1 : 0.5;
}

function note(held: Postings, key: string, id: string, weight: number): void {
  const known = held.get(key);
  if (known === undefined) held.set(key, new Map([[id, weight]]));
  else known.set(id, weight);
}

function forget(held: Postings, key: string, id: string): void {
  const known = held.get(key);
  known?.delete(id);
  if (known?.size === 0) held.delete(key);
}
