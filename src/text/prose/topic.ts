import { EVERYDAY_WORDS, STOP_WORDS } from "../words/stop-word.js";
import { isLatin, LATIN } from "../words/wording.js";

const SHORTEST = 3;
const LONGEST = 40;
const MOST_TEXT = 8_000;
const NOT_PLAIN = /[\u0080-\uffff]/;
/** Without one no word has to be taken apart. */
const HUMP = /[A-Za-z0-9][A-Z]/;
const SHORTEST_HASH = 8;
const NINE = 57;
// Hashes, temporary names, keys: letters and digits in no order a person would choose.
const HASH = /^(?=.*\d)[0-9a-f]{8,}$|^(?=.*\d.*\d.*\d)(?=.*[a-z])[a-z0-9]{9,}$/;
// Written as one word by everybody, whatever their capitals say.
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
const NO_PLURAL = new Set(
  "macos kubernetes postgres canvas alias bias atlas series species windows access express jenkins nodejs nextjs".split(
    " ",
  ),
);

/**
 * The words of a text in their order, repeats included: lower case, identifiers and paths taken apart, plurals folded,
 * and without the words that only hold sentences together.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const raw of rawWords(text.slice(0, MOST_TEXT))) {
    const word = wordFrom(raw);
    if (word !== "") words.push(word);
  }
  return words;
}

/** The few telling words of some texts: those most of them share first, then those said most, then those said first. */
export function topicsOf(texts: readonly string[], most = 5): string[] {
  const weights = new Map<string, number>();
  for (const text of texts) {
    const said = new Map<string, number>();
    for (const word of wordsOf(text)) said.set(word, (said.get(word) ?? 0) + 1);
    // A word repeated in one text says less than one that returns in the next.
    for (const [word, times] of said)
      weights.set(word, (weights.get(word) ?? 0) + 1 + Math.min(times - 1, 3) / 4);
  }
  return tellingWords(weights, most);
}

/** The heaviest words that say what something is about; of equals, the earlier. */
export function tellingWords(weights: Iterable<readonly [string, number]>, most = 5): string[] {
  return [...weights]
    .filter(([word]) => isTelling(word))
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([word]) => word);
}

/** Whether a word can say what a text is about. */
export function isTelling(word: string): boolean {
  return !EVERYDAY_WORDS.has(word) && !(word.charCodeAt(0) <= NINE && /^\d+$/.test(word));
}

/** The words of a text as they are written, in small letters: identifiers and paths taken apart, nothing left out. */
export function rawWords(text: string): readonly string[] {
  const hasHump = HUMP.test(text);
  const short = hasHump ? text.replace(ONE_WORD, (name) => name.toLowerCase()) : text;
  if (NOT_PLAIN.test(short)) return isLatin(short) ? latinWords(short) : anyWords(short);
  // The letters of code, several times as fast.
  const apart = hasHump
    ? short.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").replace(/([A-Z])(?=[A-Z][a-z])/g, "$1 ")
    : short;
  return apart.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

const { small, capital, letter, number } = LATIN;
const LATIN_HUMP = new RegExp(`([${small}0-9])(?=[${capital}])`, "g");
const LATIN_CAPITALS = new RegExp(`([${capital}])(?=[${capital}][${small}])`, "g");
const LATIN_WORD = new RegExp(`[${letter}${number}]+`, "g");

function latinWords(text: string): readonly string[] {
  const apart = text.replace(LATIN_HUMP, "$1 ").replace(LATIN_CAPITALS, "$1 ");
  return apart.toLowerCase().match(LATIN_WORD) ?? [];
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

// The same words come again and again. Longer ones are not kept: V8 would keep the text they are cut from as well.
const known = new Map<string, string>();
const MOST_KNOWN = 5_000;
const LONGEST_KNOWN = 12;

/** The word as it counts; empty where it says nothing. */
function wordFrom(raw: string): string {
  if (raw.length > LONGEST_KNOWN) return read(raw);
  const met = known.get(raw);
  if (met !== undefined) return met;
  const word = read(raw);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(raw, word);
  return word;
}

function read(raw: string): string {
  if (raw.length < SHORTEST || raw.length > LONGEST || STOP_WORDS.has(raw)) return "";
  if (raw.length >= SHORTEST_HASH && isHash(raw)) return "";
  const word = singular(raw);
  return STOP_WORDS.has(word) ? "" : word;
}

function isHash(raw: string): boolean {
  if (!/\d/.test(raw)) return false;
  return (
    HASH.test(raw) || (NOT_PLAIN.test(raw) && /^(?=.*\d.*\d.*\d)(?=.*\p{L})[\p{L}\p{N}]{9,}$/u.test(raw))
  );
}

// Light on purpose: both sides of a comparison go through it, and people are shown the result.
function singular(word: string): string {
  if (word.length < 4 || !/[sx]$/.test(word) || NO_PLURAL.has(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.endsWith("eaux")) return word.slice(0, -1);
  if (/(?:ss|us|is|js|x)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:[tnr]ch|sh|ss|x)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
