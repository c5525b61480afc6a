import { chooseLanguage, type Language, languageVotes } from "./language.js";
import { stemOf, withoutAccents } from "./stem.js";
import { isLatin, LATIN, wordSet } from "./wording.js";

/** A word of a text as it is searched. */
export interface Token {
  /** In small letters, as it stands in the text. */
  readonly word: string;
  readonly stem: string;
}

const MOST_TEXT = 8_000;
const LONGEST = 48;

/** The words of a text in their order, repeats included, without those that only hold sentences together. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const word of allWords(text)) {
    const token = tokenOf(word);
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

// The same words come again and again, and one look must do. Longer ones are not kept: V8 would keep their text as well.
const known = new Map<string, Token | undefined>();
const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 12;

function tokenOf(word: string): Token | undefined {
  const met = known.get(word);
  if (met !== undefined || known.has(word)) return met;
  const token = isSearched(word) ? { word, stem: stemOf(word, "en") } : undefined;
  if (word.length > LONGEST_KNOWN) return token;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, token);
  return token;
}

/**
 * What a text is found by, each once: the stems of its words, identifiers and paths in parts and whole. French words
 * have the stem of either language: half of what is written about code in French is English.
 */
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

/** What a path or a branch is found by. The same ones come again and again. */
export function nameTerms(name: string): readonly string[] {
  const met = names.get(name);
  if (met !== undefined) return met;
  const terms = [...new Set([...tokensOf(name).map(({ stem }) => stem), ...wholeNames(name)])];
  if (names.size >= MOST_NAMES) names.clear();
  names.set(name, terms);
  return terms;
}

const names = new Map<string, readonly string[]>();
const MOST_NAMES = 2_000;

export function languageOf(text: string): Language {
  return chooseLanguage(languageVotes(text));
}

/** Identifiers and file names as one word, whatever style they are written in: "parseHeader" as "parse_header". */
export function wholeNames(text: string): string[] {
  const names: string[] = [];
  for (const [chunk] of text.slice(0, MOST_TEXT).matchAll(NAME)) {
    const last = chunk.slice(chunk.lastIndexOf("/") + 1);
    if (!/[_.-]|[a-z0-9][A-Z]/.test(last)) continue;
    const name = joined(last);
    if (name.length > 3 && name.length <= LONGEST) names.push(name);
    // "upload-retry" finds upload-retry.ts, too.
    const stem = last.lastIndexOf(".");
    if (stem > 3 && /[_.-]|[a-z0-9][A-Z]/.test(last.slice(0, stem))) names.push(joined(last.slice(0, stem)));
  }
  return names;
}

/** Whether a word only holds sentences together. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

function isSearched(word: string): boolean {
  return (word.length > 1 || isDigit(word)) && word.length <= LONGEST && !FUNCTION_WORDS.has(word);
}

/** All words in small letters, identifiers and paths taken apart. */
export function allWords(text: string): readonly string[] {
  const short = text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) : text;
  if (PLAIN.test(short)) {
    const apart = HUMP.test(short)
      ? short.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").replace(/([A-Z])(?=[A-Z][a-z])/g, "$1 ")
      : short;
    return apart.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  }
  const apart = short.normalize("NFC").replace(LATIN_HUMP, "$1 ");
  return apart.toLowerCase().match(isLatin(apart) ? LATIN_WORD : /[\p{L}\p{N}]+/gu) ?? [];
}

function joined(name: string): string {
  return withoutAccents(name.toLowerCase()).replace(/[_.-]+/g, "");
}

function isDigit(word: string): boolean {
  return word >= "0" && word <= "9";
}

const { small, capital, letter, number } = LATIN;
const PLAIN = /^[\0-\x7f]*$/;
const HUMP = /[A-Za-z0-9][A-Z]/;
const LATIN_HUMP = new RegExp(`([${small}0-9])(?=[${capital}])`, "g");
const LATIN_WORD = new RegExp(`[${letter}${number}]+`, "g");
const NAME = new RegExp(`[${letter}${number}_][${letter}${number}_./-]*[${letter}${number}_]`, "g");

const FUNCTION_WORDS = wordSet(
  "a an the and or but if of at by for with about to from in on is am are was were be been being have has had do does did will would shall should can could may might must " +
    "i you he she it we they me him her us them my your his its our their this that these those what which who whom whose when where why how not no so than too very just as there here then " +
    "don didn isn wasn doesn aren weren ll re ve up out " +
    "le la les un une des du de et ou mais si est sont etait été ai as avons avez ont je tu il elle nous vous ils elles on me te se lui leur mon ma mes ton ta tes son sa ses notre nos votre vos leurs " +
    "ce cet cette ces que qui quoi quel quelle quels quelles quand comment pourquoi pas ne plus dans par pour avec sans sur au aux en y ça cela qu c'est",
);
