import { EVERYDAY_WORDS, STOP_WORDS } from "./stop-word.js";

const SHORTEST = 3;
const LONGEST = 40;
const MOST_TEXT = 8_000;
const NOT_PLAIN = /[\u0080-\uffff]/;
const SHORTEST_HASH = 8;
const NINE = 57;
// Hashes, temporary names, keys: letters and digits in no order a person would choose.
const HASH = /^(?=.*\d)[0-9a-f]{8,}$|^(?=.*\d.*\d.*\d)(?=.*\p{L})[\p{L}\p{N}]{9,}$/u;
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
  const short = text.slice(0, MOST_TEXT).replace(ONE_WORD, (name) => name.toLowerCase());
  for (const raw of NOT_PLAIN.test(short) ? anyWords(short) : plainWords(short)) {
    if (raw.length < SHORTEST || raw.length > LONGEST || STOP_WORDS.has(raw)) continue;
    if (raw.length >= SHORTEST_HASH && HASH.test(raw)) continue;
    const word = singular(raw);
    if (!STOP_WORDS.has(word)) words.push(word);
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

// The same for the letters of code, several times as fast.
function plainWords(text: string): readonly string[] {
  return (
    text
      .replace(/([a-z0-9])(?=[A-Z])/g, "$1 ")
      .replace(/([A-Z])(?=[A-Z][a-z])/g, "$1 ")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
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
