import { chooseLanguage, type Language, languageVotes } from "./language.js";
import { memo } from "./memo.js";
import { stemOf, withoutAccents } from "./stem.js";
import { isLatin, LATIN, wordSet } from "./wording.js";

/** A word of a text as it is searched. */
export interface Token {
  /** In lower case. */
  readonly word: string;
  readonly stem: string;
}

/** The words of a text in order, with repeats, without function words. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const word of allWords(text)) {
    const token = tokenOf(word);
    if (token !== null) tokens.push(token);
  }
  return tokens;
}

/** The search terms of a text, each once. French texts also get English stems, for their words about code. */
export function termsOf(text: string): string[] {
  const terms = new Set<string>();
  const isFrench = languageOf(text) === "fr";
  for (const { word, stem } of tokensOf(text)) {
    terms.add(stem);
    if (isFrench) terms.add(stemOf(word, "fr"));
  }
  for (const name of wholeNames(text)) terms.add(name);
  return [...terms];
}

/** The search terms of a path or a branch. */
export const nameTerms = memo(
  (name): readonly string[] => [...new Set([...tokensOf(name).map(({ stem }) => stem), ...wholeNames(name)])],
  2_000,
  Number.POSITIVE_INFINITY,
);

export function languageOf(text: string): Language {
  return chooseLanguage(languageVotes(text));
}

/** Identifiers and file names as one word in any style: "parseHeader" is "parse_header". */
export function wholeNames(text: string): string[] {
  const names: string[] = [];
  for (const [chunk] of text.slice(0, MAX_TEXT_CHARS).matchAll(NAME)) {
    const last = chunk.slice(chunk.lastIndexOf("/") + 1);
    if (!/[_.-]|[a-z0-9][A-Z]/.test(last)) continue;
    const name = joined(last);
    if (name.length > 3 && name.length <= MAX_TERM_CHARS) names.push(name);
    // "upload-retry" also finds upload-retry.ts.
    const stem = last.lastIndexOf(".");
    if (stem > 3 && /[_.-]|[a-z0-9][A-Z]/.test(last.slice(0, stem))) names.push(joined(last.slice(0, stem)));
  }
  return names;
}

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

/** All words in lower case, with identifiers and paths split. */
export function allWords(text: string): readonly string[] {
  const short = text.slice(0, MAX_TEXT_CHARS);
  if (/^[\0-\x7f]*$/.test(short)) {
    const apart = /[A-Za-z0-9][A-Z]/.test(short)
      ? short.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").replace(/([A-Z])(?=[A-Z][a-z])/g, "$1 ")
      : short;
    return apart.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  }
  const apart = short.normalize("NFC").replace(LATIN_HUMP, "$1 ");
  return apart.toLowerCase().match(isLatin(apart) ? LATIN_WORD : /[\p{L}\p{N}]+/gu) ?? [];
}

const MAX_TEXT_CHARS = 8_000;
const MAX_TERM_CHARS = 48;

const tokenOf = memo(
  (word): Token | null => (isSearched(word) ? { word, stem: stemOf(word, "en") } : null),
  20_000,
  12,
);

function isSearched(word: string): boolean {
  return (word.length > 1 || /^\d/.test(word)) && word.length <= MAX_TERM_CHARS && !FUNCTION_WORDS.has(word);
}

function joined(name: string): string {
  return withoutAccents(name.toLowerCase()).replace(/[_.-]+/g, "");
}

const { small, capital, letter, number } = LATIN;
const LATIN_HUMP = new RegExp(`([${small}0-9])(?=[${capital}])`, "g");
const LATIN_WORD = new RegExp(`[${letter}${number}]+`, "g");
const NAME = new RegExp(`[${letter}${number}_][${letter}${number}_./-]*[${letter}${number}_]`, "g");

const FUNCTION_WORDS = wordSet(
  "a an the and or but if of at by for with about to from in on is am are was were be been being have has had do does did will would shall should can could may might must " +
    "i you he she it we they me him her us them my your his its our their this that these those what which who whom whose when where why how not no so than too very just as there here then " +
    "don didn isn wasn doesn aren weren ll re ve up out " +
    "le la les un une des du de et ou mais si est sont etait ai as avons avez ont je tu il elle nous vous ils elles on me te se lui leur mon ma mes ton ta tes son sa ses notre nos votre vos leurs " +
    "ce cet cette ces que qui quoi quel quelle quels quelles quand comment pourquoi pas ne plus dans par pour avec sans sur au aux en y ça cela qu c'est",
);
