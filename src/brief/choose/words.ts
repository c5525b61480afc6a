import { STOP_WORDS } from "../../text/words/stop-word.js";

const MIN_WORD_CHARS = 3;

/** The words of a name, a path or a sentence. Kept fast: a prompt waits while thousands of names are split. */
export function wordSet(text: string): Set<string> {
  const words = new Set<string>();
  const apart = text.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").toLowerCase();
  for (const word of apart.match(/[a-z0-9\u00e0-\u00ff]+/g) ?? []) {
    if (word.length >= MIN_WORD_CHARS && !STOP_WORDS.has(word)) words.add(word);
  }
  return words;
}

/** Words to look for in many names, with a cheap test that rules out most names. */
export class Sought {
  readonly #marks = new Uint8Array(MARKS);
  readonly #isEmpty: boolean;

  constructor(words: Iterable<string>) {
    let isEmpty = true;
    for (const word of words) {
      let mark = 0;
      for (let at = 0; at < MIN_WORD_CHARS; at++) mark = next(mark, word.charCodeAt(at));
      this.#marks[mark] = 1;
      isEmpty = false;
    }
    this.#isEmpty = isEmpty;
  }

  /** The words of a name that may share one with the wanted words; none for all others. */
  wordsOf(name: string): ReadonlySet<string> {
    return this.#mayBeIn(name) ? wordSet(name) : NO_WORDS;
  }

  // A word can only occur if its first three letters do.
  #mayBeIn(name: string): boolean {
    if (this.#isEmpty) return false;
    const lower = name.toLowerCase();
    let mark = 0;
    for (let at = 0; at < lower.length; at++) {
      mark = next(mark, lower.charCodeAt(at));
      if (this.#marks[mark] === 1) return true;
    }
    return false;
  }
}

const MARKS = 4_096;
const NO_WORDS: ReadonlySet<string> = new Set();

// Older letters than the last three are shifted out.
function next(mark: number, code: number): number {
  return ((mark << 4) ^ code) & (MARKS - 1);
}

/** The share of `words` that is in `others`. */
export function share(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0 || others.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return shared / words.size;
}
