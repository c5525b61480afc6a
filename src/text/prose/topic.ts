import { memo } from "../words/memo.js";
import { COMMON_WORDS, EVERYDAY_WORDS, STOP_WORDS } from "../words/stop-word.js";
import { isLatin, LATIN, wordSet } from "../words/wording.js";

/** The words of a text in order, with repeats: lower case, identifiers split, plurals folded, without stop words. */
export function wordsOf(text: string): string[] {
  return Array.from(writtenWords(text), ([word]) => word);
}

/** The same words, each with how it was written: a singular may be no word, as "cour" of "cours". */
export function* writtenWords(text: string): Generator<readonly [word: string, written: string]> {
  for (const raw of rawWords(text.slice(0, MAX_TEXT_CHARS))) {
    const word = normalise(raw);
    if (word !== "") yield [word, raw];
  }
}

/** The most telling words of some texts: shared words first, then frequent ones, then early ones. */
export function topicsOf(texts: readonly string[], most = 5): string[] {
  const weights = new Map<string, number>();
  for (const text of texts) {
    const said = new Map<string, number>();
    for (const word of wordsOf(text)) said.set(word, (said.get(word) ?? 0) + 1);
    // Repeats within one text count less than repeats across texts.
    for (const [word, times] of said)
      weights.set(word, (weights.get(word) ?? 0) + 1 + Math.min(times - 1, 3) / 4);
  }
  return tellingWords(weights, most);
}

/** The heaviest words that can be a subject; among equals the earlier ones. */
export function tellingWords(weights: Iterable<readonly [string, number]>, most = 5): string[] {
  return [...weights]
    .filter(([word]) => isSubject(word))
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([word]) => word);
}

/** Whether a word can say what a text is about. */
export function isTelling(word: string): boolean {
  return !EVERYDAY_WORDS.has(word) && !/^\d+$/.test(word);
}

/** Whether work can be about a word: it is telling, and neither common in any talk nor an adverb. */
export function isSubject(word: string): boolean {
  return isTelling(word) && !COMMON_WORDS.has(word) && !ADVERB.test(word);
}

/** All words of a text in lower case, with identifiers and paths split. */
export function rawWords(text: string): readonly string[] {
  const hasHump = /[A-Za-z0-9][A-Z]/.test(text);
  const short = hasHump ? text.replace(ONE_WORD, (name) => name.toLowerCase()) : text;
  if (NOT_PLAIN.test(short)) return isLatin(short) ? latinWords(short) : anyWords(short);
  // ASCII text is several times as fast.
  const apart = hasHump
    ? short.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").replace(/([A-Z])(?=[A-Z][a-z])/g, "$1 ")
    : short;
  return apart.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Folds plurals. Deliberately simple, because people see the result. */
export function singular(word: string): string {
  if (word.length < 4 || !/[sx]$/.test(word) || NO_PLURAL.has(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.endsWith("eaux")) return word.slice(0, -1);
  if (/(?:ss|us|is|js|x)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:[tnr]ch|sh|ss|x)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

const ADVERB = /[a-z]{3,}(?:ally|ely|ily|ously|antly|ently|edly|ingly)$/;
const MIN_WORD_CHARS = 3;
const MAX_WORD_CHARS = 40;
const MAX_TEXT_CHARS = 8_000;
const MIN_HASH_CHARS = 8;
const NOT_PLAIN = /[\u0080-\uffff]/;
// Hashes, temporary names and keys mix letters and digits as no person would.
const HASH = /^(?=.*\d)[0-9a-f]{8,}$|^(?=.*\d.*\d.*\d)(?=.*[a-z])[a-z0-9]{9,}$/;
// These are one word in spite of their capitals.
const ONE_WORD =
  /\b(?:GitHub|GitLab|TypeScript|JavaScript|OAuth|PostgreSQL|MySQL|SQLite|NoSQL|GraphQL|OpenAI|WebSocket|DevOps|YouTube|LaTeX|macOS|iOS|NodeJS|NextJS|VSCode)/g;
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aliases: "alias",
    statuses: "status",
    cookies: "cookie",
    movies: "movie",
    indices: "index",
  }),
);
const NO_PLURAL = wordSet(
  "macos kubernetes postgres canvas alias bias atlas series species windows access express jenkins nodejs nextjs cors dns lens temps corps univers cours parcours concours discours recours secours près accès succès procès progrès excès",
);

const { small, capital, letter, number } = LATIN;
const LATIN_HUMP = new RegExp(`([${small}0-9])(?=[${capital}])`, "g");
const LATIN_CAPITALS = new RegExp(`([${capital}])(?=[${capital}][${small}])`, "g");
const LATIN_WORD = new RegExp(`[${letter}${number}]+`, "g");

function latinWords(text: string): readonly string[] {
  return text.replace(LATIN_HUMP, "$1 ").replace(LATIN_CAPITALS, "$1 ").toLowerCase().match(LATIN_WORD) ?? [];
}

function anyWords(text: string): readonly string[] {
  return (
    text
      .normalize("NFC")
      .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
      .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The normal form of a word, or "" if it says nothing. */
const normalise = memo(
  (raw) => {
    if (raw.length < MIN_WORD_CHARS || raw.length > MAX_WORD_CHARS || STOP_WORDS.has(raw)) return "";
    if (raw.length >= MIN_HASH_CHARS && isHash(raw)) return "";
    const word = singular(raw);
    return STOP_WORDS.has(word) ? "" : word;
  },
  5_000,
  12,
);

function isHash(raw: string): boolean {
  if (!/\d/.test(raw)) return false;
  return (
    HASH.test(raw) || (NOT_PLAIN.test(raw) && /^(?=.*\d.*\d.*\d)(?=.*\p{L})[\p{L}\p{N}]{9,}$/u.test(raw))
  );
}
