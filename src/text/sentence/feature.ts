import { blockersIn } from "../prose/blocker.js";
import { conventionsIn } from "../prose/convention.js";
import { decisionsIn } from "../prose/decision.js";
import { directiveIn } from "../prose/directive.js";
import { doneIn, isDeed } from "../prose/done.js";
import { isContinuation, isQuestion, nextActionsIn } from "../prose/next-action.js";
import { resolutionsIn } from "../prose/resolution.js";
import { memo } from "../words/memo.js";
import { cuesIn } from "./cue.js";
import { hashOf, joined } from "./hash.js";
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
  const cues = new CueList(by, before === undefined ? "alone" : "within");
  addShape(cues, plain, tokens);
  addOpening(cues, tokens);
  addPatterns(cues, plain);
  cues.addAll(cuesIn(plain), CUE_MARK);
  addBefore(cues, before, tokens);
  return { words: wordFeatures(hashOf(by), tokens), cues: cues.hashes };
}

/** Each cue counts alone, with who speaks, and with whether something stands before. */
class CueList {
  readonly hashes: number[];
  readonly #speaker: number;
  readonly #place: number;

  constructor(by: string, place: string) {
    const speaker = hashOf(by);
    this.hashes = [joined(CUE, speaker)];
    this.#speaker = joined(speaker, 0);
    this.#place = joined(hashOf(place), 0);
  }

  add(cue: string, start?: number): void {
    const hash = hashOf(cue, start);
    this.hashes.push(ANY ^ hash, this.#speaker ^ hash, this.#place ^ hash);
  }

  addAll(cues: readonly string[], start: number): void {
    for (const cue of cues) this.add(cue, start);
  }
}

const MAX_TOKENS = 60;
const WORD = 1;
const CUE = 2;
const ANY = joined(CUE, 0);
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
  const words: number[] = [];
  let last: number | undefined;
  for (const token of tokens) {
    const hash = hashOf(token);
    // A pair of words stands between its two words.
    if (last !== undefined) words.push(joined(WORD, joined(last, hash)));
    words.push(joined(WORD, hash), joined(WORD, joined(speaker, hash)));
    last = hash;
  }
  return words;
}

function addShape(cues: CueList, plain: string, tokens: readonly string[]): void {
  const { length } = tokens;
  cues.add(`length ${length < 4 ? length : Math.min(12, 3 + Math.floor(Math.log2(length / 4) * 2))}`);
  const last = plain.at(-1) ?? "";
  cues.add(/[a-zà-ÿ0-9]/i.test(last) ? "ends bare" : `ends ${last}`);
  if (plain.includes("codespan")) cues.add("code");
  if (plain.startsWith("codespan")) cues.add("code first");
  if (plain.includes("filepath")) cues.add("path");
  if (plain.includes("codename")) cues.add("name");
  if (/^[a-z]/.test(plain)) cues.add("small start");
  if (/^[^a-z]*[A-Z][^a-z]*$/.test(plain)) cues.add("capitals");
  if (/ [—–-] |: /.test(plain)) cues.add("two parts");
}

function addOpening(cues: CueList, tokens: readonly string[]): void {
  const [first = "", second = "", third = ""] = tokens;
  cues.add(`^${first}`);
  cues.add(`^${first} ${second}`);
  cues.add(`^${first} ${second} ${third}`);
  cues.add(`^2 ${second}`);
  cues.add(`$${tokens.at(-1)}`);
  cues.add(`$${tokens.slice(-2).join(" ")}`);
  cues.add(`form ${formOf(first)}`);
  if (tokens.length <= 4) cues.add(`all ${tokens.join(" ")}`);
}

function addPatterns(cues: CueList, plain: string): void {
  if (decisionsIn(plain).length > 0) cues.add("decides");
  if (blockersIn(plain).length > 0) cues.add("blocks");
  if (resolutionsIn(plain).length > 0) cues.add("resolves");
  if (nextActionsIn(plain).length > 0) cues.add("plans");
  if (doneIn(plain).length > 0) cues.add("did");
  if (conventionsIn(plain).length > 0) cues.add("rules");
  if (directiveIn(plain) !== undefined) cues.add("orders");
  if (isQuestion(plain.toLowerCase())) cues.add("asks");
  if (isContinuation(plain)) cues.add("goes on");
}

const CUE_MARK = hashOf("~");
const CUE_BEFORE = hashOf("before ~");

function addBefore(cues: CueList, before: string | undefined, tokens: readonly string[]): void {
  if (before === undefined) {
    cues.add("alone");
    return;
  }
  const { end, asked, cues: above, words } = beforeOf(before.slice(-MAX_BEFORE_CHARS));
  cues.add(`after ${end}`);
  if (asked !== undefined) addAnswer(cues, asked, tokens);
  cues.addAll(above, CUE_BEFORE);
  if (words.length <= 10) for (const word of words) cues.add(`before ${word}`);
  cues.add(`before form ${formOf(words[0] ?? "")}`);
  cues.add(`before^ ${words[0] ?? ""}`);
}

/** What matters of the words before a sentence. The items of a list have the same. */
const beforeOf = memo(
  (before) => {
    const plain = plainOf(before);
    const sentence = lastSentence(plain);
    const last = plain.at(-1) ?? "";
    const lower = sentence.toLowerCase();
    return {
      end: /[a-z0-9à-ÿ]/i.test(last) ? "bare" : last,
      asked: lower.endsWith("?") ? lower : undefined,
      cues: cuesIn(sentence),
      words: tokensOf(plain),
    };
  },
  20,
  MAX_BEFORE_CHARS,
);

function addAnswer(cues: CueList, asked: string, tokens: readonly string[]): void {
  const offer = TASK.test(asked) ? "task" : DESIGN.test(asked) ? "design" : "other";
  const size = tokens.length < 5 ? "short" : tokens.length < 12 ? "middle" : "long";
  cues.add(`answers ${offer}`);
  cues.add(`answers ${size}`);
  cues.add(`answers ${offer} ${size}`);
  cues.add(`answer ${tokens.slice(0, 2).join(" ")}`);
  if (ACCEPTS.test(tokens[0] ?? "")) cues.add(`accepts ${offer} ${size}`);
  if (/\bor\b|\bou\b/.test(asked)) cues.add(`answers choice ${size}`);
}

function formOf(word: string): string {
  if (isDeed(word)) return "deed";
  return /(?:ed|ing|ly|s)$/.exec(word)?.[0] ?? "other";
}

function lastSentence(text: string): string {
  return text.slice(/^[\s\S]*(?:\n|[.!?]\s)/.exec(text)?.[0].length ?? 0);
}

/** What an agent offers to do at once, and what it proposes to build. */
const TASK =
  /\b(?:commit|push|pr|pull request|tag|publish|releas|open|run|re-?run|test|fix|investigat|clean|check|look|merg|updat|add|creat|writ|post|reply|pouss|lanc|corrig)(?:s|es|e|ed|ing|ting|ging|ning|er|é)?\b/;
const DESIGN =
  /\b(?:plan|approach|design|options?|prefer\w*|implement\w*|proceed|structure|instead|direction|look right|make sense|sound|strategy|one|which|use|start|approche|préfère\w*|convient)\b/;
const ACCEPTS =
  /^(?:yes|yeah|yep|yup|sure|ok|okay|go|do|please|sounds|looks|perfect|great|fine|correct|oui|d'accord|parfait|vas-y)$/;
