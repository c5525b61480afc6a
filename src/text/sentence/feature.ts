import { blockersIn } from "../prose/blocker.js";
import { conventionsIn } from "../prose/convention.js";
import { decisionsIn } from "../prose/decision.js";
import { directiveIn } from "../prose/directive.js";
import { doneIn, isDeed } from "../prose/done.js";
import { isContinuation, isQuestion, nextActionsIn } from "../prose/next-action.js";
import { resolutionsIn } from "../prose/resolution.js";
import { memo } from "../words/memo.js";
import { CUES } from "./cue.js";
import type { SaidSentence } from "./label.js";

/** What the classifier sees of a sentence, as hashes: `words` count together, each of `cues` counts alone. */
export interface Features {
  readonly words: readonly number[];
  readonly cues: readonly number[];
}

/** The features of a sentence. Names and numbers of one project are replaced by their kind, so that they hold in others. */
export function featuresOf({ text, by, before: said, heading, isBullet }: SaidSentence): Features {
  // The heading of a list tells more about its items than the item above.
  const before = isBullet && heading ? heading : said;
  const plain = plainOf(text);
  const tokens = tokensOf(plain);
  const cues: number[] = [];
  const speaker = hashOf(by);
  const place = hashOf(before === undefined ? "alone" : "within");
  const add = (cue: string) => {
    const hash = hashOf(cue);
    cues.push(joined(CUE, hash), joined(speaker, hash), joined(place, hash));
  };
  cues.push(joined(CUE, speaker));
  addShape(add, plain, tokens);
  addOpening(add, tokens);
  addPatterns(add, plain);
  addCues(add, plain, "");
  addBefore(add, before, tokens);
  return { words: wordFeatures(speaker, tokens), cues };
}

const MAX_TOKENS = 60;
const WORD = 1;
const CUE = 2;
const MAX_BEFORE_CHARS = 160;
const MAX_CHARS = 600;

/** Without emphasis, with straight quotes; code, paths and links become marks. */
const plainOf = memo(
  (text) => {
    let plain = text.slice(0, MAX_CHARS).replaceAll("’", "'");
    // Most sentences have none of these, and looking for one letter is cheap.
    if (/\*\*|__/.test(plain)) plain = plain.replaceAll(/\*\*|__/g, "");
    if (plain.includes("`")) plain = plain.replaceAll(/`[^`]{1,200}`/g, " codespan ");
    if (plain.includes("/")) plain = plain.replaceAll(LINK, " weblink ").replaceAll(PATH, " filepath ");
    if (plain.includes(".")) plain = plain.replaceAll(FILE, " filepath ");
    if (/[a-z][A-Z]|_/.test(plain)) plain = plain.replaceAll(NAME, " codename ");
    return plain.trim();
  },
  20,
  MAX_CHARS,
);

const LINK = /https?:\/\/\S+/g;
const PATH = /(?<![\w./@-])[\w.@-]*\/[\w./@-]*\w/g;
const FILE = /\b[\w-]+\.(?:ts|tsx|js|mjs|go|py|rs|md|json|ya?ml|sh|toml|css|html)\b/g;
const NAME = /\b(?:[a-z]+[A-Z]\w*|[A-Za-z]+_\w+|[A-Z][a-z]+[A-Z]\w*)\b(?:\(\))?/g;

function tokensOf(plain: string): string[] {
  const found = plain.toLowerCase().match(/[a-zà-öø-ÿœ]+(?:['-][a-zà-öø-ÿœ]+)*|\d+|[?!:;→✅✓❌✗…()]/g) ?? [];
  return found.slice(0, MAX_TOKENS).map((token) => (token >= "0" && token <= "9~" ? "<n>" : token));
}

function wordFeatures(speaker: number, tokens: readonly string[]): number[] {
  const hashes = tokens.map(hashOf);
  const words: number[] = [];
  hashes.forEach((hash, i) => {
    words.push(joined(WORD, hash), joined(WORD, joined(speaker, hash)));
    const next = hashes[i + 1];
    if (next !== undefined) words.push(joined(WORD, joined(hash, next)));
  });
  return words;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

function joined(first: number, second: number): number {
  return Math.imul(first ^ 0x5bd1e995, 0x01000193) ^ second;
}

function addShape(add: (cue: string) => void, plain: string, tokens: readonly string[]): void {
  add(
    `length ${tokens.length < 4 ? tokens.length : Math.min(12, 3 + Math.floor(Math.log2(tokens.length / 4) * 2))}`,
  );
  const last = plain.at(-1) ?? "";
  add(/[a-zà-ÿ0-9]/i.test(last) ? "ends bare" : `ends ${last}`);
  if (plain.includes("codespan")) add("code");
  if (plain.startsWith("codespan")) add("code first");
  if (plain.includes("filepath")) add("path");
  if (plain.includes("codename")) add("name");
  if (/^[a-z]/.test(plain)) add("small start");
  if (/^[^a-z]*[A-Z][^a-z]*$/.test(plain)) add("capitals");
  if (/ [—–-] |: /.test(plain)) add("two parts");
}

function addOpening(add: (cue: string) => void, tokens: readonly string[]): void {
  const [first = "", second = "", third = ""] = tokens;
  add(`^${first}`);
  add(`^${first} ${second}`);
  add(`^${first} ${second} ${third}`);
  add(`^2 ${second}`);
  add(`$${tokens.at(-1)}`);
  add(`$${tokens.slice(-2).join(" ")}`);
  add(`form ${formOf(first)}`);
  if (tokens.length <= 4) add(`all ${tokens.join(" ")}`);
}

function addPatterns(add: (cue: string) => void, plain: string): void {
  if (decisionsIn(plain).length > 0) add("decides");
  if (blockersIn(plain).length > 0) add("blocks");
  if (resolutionsIn(plain).length > 0) add("resolves");
  if (nextActionsIn(plain).length > 0) add("plans");
  if (doneIn(plain).length > 0) add("did");
  if (conventionsIn(plain).length > 0) add("rules");
  if (directiveIn(plain) !== undefined) add("orders");
  if (isQuestion(plain.toLowerCase())) add("asks");
  if (isContinuation(plain)) add("goes on");
}

function addCues(add: (cue: string) => void, plain: string, where: string): void {
  for (const name of cuesOf(plain)) add(`${where}~${name}`);
}

/** What stands before a sentence was mostly read just now. */
const cuesOf = memo(
  (plain): readonly string[] => {
    const lower = plain.toLowerCase();
    return CUES.flatMap(([name, pattern]) => (pattern.test(lower) ? [name] : []));
  },
  20,
  MAX_CHARS,
);

function addBefore(add: (cue: string) => void, before: string | undefined, tokens: readonly string[]): void {
  if (before === undefined) {
    add("alone");
    return;
  }
  const plain = plainOf(before.slice(-MAX_BEFORE_CHARS));
  const last = plain.at(-1) ?? "";
  add(`after ${/[a-z0-9à-ÿ]/i.test(last) ? "bare" : last}`);
  const asked = lastSentence(plain).toLowerCase();
  if (asked.endsWith("?")) {
    const offer = TASK.test(asked) ? "task" : DESIGN.test(asked) ? "design" : "other";
    const size = tokens.length < 5 ? "short" : tokens.length < 12 ? "middle" : "long";
    add(`answers ${offer}`);
    add(`answers ${size}`);
    add(`answers ${offer} ${size}`);
    add(`answer ${tokens.slice(0, 2).join(" ")}`);
    if (ACCEPTS.test(tokens[0] ?? "")) add(`accepts ${offer} ${size}`);
    if (/\bor\b|\bou\b/.test(asked)) add(`answers choice ${size}`);
  }
  addCues(add, lastSentence(plain), "before ");
  const words = tokensOf(plain);
  if (words.length <= 10) for (const word of words) add(`before ${word}`);
  add(`before form ${formOf(words[0] ?? "")}`);
  add(`before^ ${words[0] ?? ""}`);
}

function formOf(word: string): string {
  if (isDeed(word)) return "deed";
  return /(?:ed|ing|ly|s)$/.exec(word)?.[0] ?? "other";
}

function lastSentence(text: string): string {
  return text.split(/\n|(?<=[.!?])\s/).at(-1) ?? "";
}

/** What an agent offers to do at once, and what it proposes to build. */
const TASK =
  /\b(?:commit|push|pr|pull request|tag|publish|releas|open|run|re-?run|test|fix|investigat|clean|check|look|merg|updat|add|creat|writ|post|reply|pouss|lanc|corrig)(?:s|es|e|ed|ing|ting|ging|ning|er|é)?\b/;
const DESIGN =
  /\b(?:plan|approach|design|options?|prefer\w*|implement\w*|proceed|structure|instead|direction|look right|make sense|sound|strategy|one|which|use|start|approche|préfère\w*|convient)\b/;
const ACCEPTS =
  /^(?:yes|yeah|yep|yup|sure|ok|okay|go|do|please|sounds|looks|perfect|great|fine|correct|oui|d'accord|parfait|vas-y)$/;
