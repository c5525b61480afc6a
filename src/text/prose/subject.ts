import { memo } from "../words/memo.js";
import { STOP_WORDS } from "../words/stop-word.js";
import { wordSet } from "../words/wording.js";
import type { Decision } from "./choice.js";
import { rawWords, singular } from "./topic.js";

/**
 * A decision taken apart, for comparisons: "a timeout of 5 seconds for the upload" picks "timeout 5 second" for the
 * topic "upload". Words are in lower case and without plurals; function words are left out.
 */
export interface Subject {
  readonly text: string;
  /** All words of the choice. */
  readonly words: ReadonlySet<string>;
  /** What is chosen: "redis". */
  readonly pick: ReadonlySet<string>;
  /** What it is chosen for: "session cache". Empty if that is unsaid. */
  readonly topic: ReadonlySet<string>;
  readonly rejected: readonly ReadonlySet<string>[];
  /** It takes back an earlier decision without naming it. */
  readonly isReversal: boolean;
  /** It only says what not to do. */
  readonly isRefusal: boolean;
}

type Worded = Pick<Decision, "choice" | "rejected" | "takesBack">;

// A tree compares each of hundreds of decisions with all others.
const subjects = new WeakMap<Worded, Subject>();

export function subjectOf(decision: Worded): Subject {
  const known = subjects.get(decision);
  if (known !== undefined) return known;
  const subject = readSubject(decision);
  subjects.set(decision, subject);
  return subject;
}

function readSubject(decision: Worded): Subject {
  const { choice, rejected, takesBack } = decision;
  const { pick, topic } = partsOf(choice);
  return {
    text: choice.toLowerCase(),
    words: contentWords(choice),
    pick: contentWords(pick),
    topic: contentWords(topic),
    rejected: rejected.map(contentWords).filter(({ size }) => size > 0),
    isReversal: takesBack !== undefined,
    isRefusal: REFUSAL.test(choice),
  };
}

/** What a decision picks, in its own words: "Redis" of "Redis for the cache". */
export function pickOf(choice: string): string {
  return partsOf(choice).pick;
}

/** Whether two decisions are about the same thing: one repeats, replaces or takes back the other. */
export function isSameSubject(one: Subject, other: Subject): boolean {
  return replaces(one, other) || replaces(other, one);
}

/**
 * Whether a newer decision takes the place of an older one: it repeats it, rejects it, chooses what that one rejected,
 * or picks something else for the same topic. Decisions with different topics never replace each other.
 */
export function replaces(newer: Subject, older: Subject): boolean {
  if (newer.text === older.text) return true;
  if (areApart(newer.topic, older.topic)) return false;
  return (
    isRepeated(newer, older) || rejects(newer, older) || returnsTo(newer, older) || picksAnew(newer, older)
  );
}

/** Whether a newer decision says the same as an older one, perhaps with more or fewer words. */
export function restates(newer: Subject, older: Subject): boolean {
  return newer.text === older.text || (!areApart(newer.topic, older.topic) && isRepeated(newer, older));
}

/** Whether a reversal that names nothing ("finally memcached") can be about an earlier decision. */
export function canTakeBack(newer: Subject, older: Subject): boolean {
  return !older.isRefusal && !areApart(newer.topic, older.topic) && older.pick.size <= MAX_REVERSED_WORDS;
}

/** Whether the words of one statement contain those of the other, the verb at its start aside. */
export function isSameStatement(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const [some, others] = [contentWords(one), contentWords(other)];
  const [fewer, more] = some.size <= others.size ? [some, others] : [others, some];
  if (isWithin(fewer, more)) return fewer.size >= MIN_SHARED || (fewer.size > 0 && areEqual(fewer, more));
  const [object, rest] = [withoutFirst(fewer), withoutFirst(more)];
  return object.size >= MIN_SHARED && isWithin(object, rest);
}

/** Whether a report of finished work covers something that was to be done: "added a mutex" and "add a mutex". */
export function isDoneBy(task: string, deed: string): boolean {
  if (isSameStatement(task, deed)) return true;
  const [verb = "", ...objects] = contentWords(task);
  const [did = "", ...done] = contentWords(deed);
  if (objects.length === 0 || !objects.every((word) => done.includes(word))) return false;
  return objects.length >= MIN_SHARED || isSameVerb(verb, did);
}

/** The words that carry meaning, numbers included. Statements are compared with many others, so they are cached. */
export const contentWords: (text: string) => ReadonlySet<string> = memo(readWords, 2_000, 400);

function readWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const raw of rawWords(text.replaceAll("'", " "))) {
    const number = NUMBERS.get(raw);
    if (number !== undefined) words.add(number);
    else if (!STOP_WORDS.has(raw) && !SHORT_WORDS.has(raw)) words.add(singular(raw));
  }
  return words;
}

const MIN_SHARED = 2;
const MAX_REVERSED_WORDS = 4;
const MIN_STEM_CHARS = 3;
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["wrote", "write"],
  ["rewrote", "rewrite"],
  ["ran", "run"],
  ["reran", "rerun"],
  ["built", "build"],
  ["kept", "keep"],
  ["sent", "send"],
]);

function isRepeated(newer: Subject, older: Subject): boolean {
  if (newer.isRefusal !== older.isRefusal || newer.pick.size === 0) return false;
  if (areEqual(newer.pick, older.pick)) return true;
  const [fewer, more] = newer.words.size < older.words.size ? [newer, older] : [older, newer];
  return fewer.words.size >= MIN_SHARED && isWithin(fewer.words, more.words);
}

/** "add" and "added", "write" and "wrote", « ajouter » et « ajouté ». */
function isSameVerb(one: string, other: string): boolean {
  const stem = Math.max(MIN_STEM_CHARS, Math.min(one.length, other.length) - 2);
  return one.slice(0, stem) === other.slice(0, stem) || IRREGULAR.get(other) === one;
}

function rejects({ rejected }: Subject, { words }: Subject): boolean {
  return rejected.some((no) => isWithin(no, words) || (words.size > 0 && isWithin(words, no)));
}

/** "Let's go back to Redis" takes back the decision that rejected Redis. */
function returnsTo({ pick }: Subject, { rejected }: Subject): boolean {
  return pick.size > 0 && rejected.some((no) => isWithin(pick, no));
}

/**
 * Whether both pick one thing for the same topic. Of two names or two numbers only one can hold; longer picks may be
 * about different sides of the topic: "Redis" and "an expiry of a day" for the cache.
 */
function picksAnew(newer: Subject, older: Subject): boolean {
  const [property, was] = [withoutNumbers(newer.pick), withoutNumbers(older.pick)];
  const isNumber = property.size < newer.pick.size;
  if (isNumber !== was.size < older.pick.size) return false;
  const isTopical = newer.topic.size > 0 && areEqual(newer.topic, older.topic);
  if (isNumber) return areEqual(property, was) && (isTopical || property.size > 0);
  if (!isTopical || ADDITIONAL.test(newer.text) || ADDITIONAL.test(older.text)) return false;
  if (newer.isReversal) return older.pick.size <= MAX_REVERSED_WORDS;
  if (newer.pick.size === 1 && older.pick.size === 1) return true;
  return newer.pick.size === older.pick.size && [...newer.pick].at(-1) === [...older.pick].at(-1);
}

interface Parts {
  readonly pick: string;
  readonly topic: string;
}

/** "Redis for that" picks Redis. */
const POINTER = / (?:for|pour) (?:that|this|it|them|ça|cela)$/i;

function partsOf(choice: string): Parts {
  const text = choice.replace(LIGHT_VERB, "").replace(POINTER, "");
  for (const { pattern, pick, topic } of SPLITS) {
    const found = pattern.exec(text);
    if (found !== null) return { pick: found[pick] ?? "", topic: found[topic] ?? "" };
  }
  return { pick: text, topic: "" };
}

/** Whether both are said and neither contains the other. */
function areApart(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size > 0 && others.size > 0 && !isWithin(some, others) && !isWithin(others, some);
}

function areEqual(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && (some.size === 0 || isWithin(some, others));
}

/** Whether all words, and at least one, are among the others. */
function isWithin(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (words.size === 0 || words.size > others.size) return false;
  for (const word of words) if (!others.has(word)) return false;
  return true;
}

function withoutNumbers(words: ReadonlySet<string>): ReadonlySet<string> {
  const isNumber = (word: string) => /^\d+(?:ms|s|m|h|d|k|kb|mb|gb)?$/.test(word);
  if (![...words].some(isNumber)) return words;
  return new Set([...words].filter((word) => !isNumber(word) && !UNITS.has(word)));
}

function withoutFirst(words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].slice(1));
}

const LIGHT_VERB =
  /^\s*(?:(?:use|using|adopt|take|pick|go with|have|work (?:in|with)|utiliser|utilise|prendre|prends|passer (?:à|sur)|partir sur)\s+)+/i;

// The topic comes after "for" and before "to", "as", "is".
const SPLITS: readonly { readonly pattern: RegExp; readonly pick: number; readonly topic: number }[] = [
  {
    pattern:
      /^(?:set|change|switch|move|raise|lower|bump|migrate|limit|convert|mettre|mets|passer|passe|basculer|bascule) (.+?) (?:to|at|over to|à|en|sur|vers) (.+)$/i,
    topic: 1,
    pick: 2,
  },
  {
    pattern:
      /^((?:store|save|keep|put|write|serve|send|name|encode|host|deploy|ship|return|log|cache|stocker?|garder?|mettre|écrire|nommer) .+?) (?:as|in|on|with|to|at|by|dans|en|sur|sous|avec) (?!(?:it )?is\b)(.+)$/i,
    topic: 1,
    pick: 2,
  },
  { pattern: /^(.+?),? (?:for|pour|as|comme) (?!(?:now|long|ever|it|is|that)\b)(.+)$/i, pick: 1, topic: 2 },
  {
    pattern: /^(.+?) (?:is|are|stays?|uses?|est|sont|reste(?:nt)?|utilise(?:nt)?) (.+)$/i,
    topic: 1,
    pick: 2,
  },
];

const REFUSAL = /^(?:not?|never|don't|do not|without|pas|ne pas|sans|aucune?)\b/i;
const ADDITIONAL = /\b(?:too|as well|also|in addition|aussi|en plus|également)\b/;
const SHORT_WORDS = wordSet(
  "a an of to in on at by as is it be we i us my or if so no do de du la le un en au et ou ne ce se sa on il je tu y d l s t n c qu j m re ve ll",
);
const UNITS = wordSet(
  "second sec millisecond minute min hour day week month byte kilobyte megabyte gigabyte percent time seconde heure jour semaine mois octet foi fois pixel px line char character",
);
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ...numbered("two three four five six seven eight nine ten"),
  ...numbered("deux trois quatre cinq six sept huit neuf dix"),
  ["once", "1"],
  ["twice", "2"],
]);

function numbered(names: string): [string, string][] {
  return names.split(" ").map((name, index) => [name, String(index + 2)]);
}
