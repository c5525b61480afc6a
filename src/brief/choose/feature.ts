import { isProving } from "../../text/shell/shell.js";
import type { History, Item, Moment } from "./history.js";
import { Sought, share, wordSet } from "./words.js";

/** The texts around the question that may mention a name. */
export interface Texts {
  readonly prompt?: string;
  /** The last prompts and messages of the base session. */
  readonly asked: readonly string[];
  readonly said: readonly string[];
  readonly tasks: readonly string[];
  /** Plans that still matter, with how many calls ago each was made. */
  readonly plans: readonly { readonly text: string; readonly since: number }[];
  readonly branch?: string;
  /** Milliseconds since the base session was last active. */
  readonly elapsed: number;
}

/** The texts, prepared once for all items. */
export interface Reading {
  readonly moment: Moment;
  readonly prompt: string;
  readonly promptWords: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  readonly said: string;
  readonly asked: string;
  readonly plans: Texts["plans"];
  readonly branch: string;
  readonly branchWords: ReadonlySet<string>;
  /** 1 right after the base session, decaying within the hour. */
  readonly fresh: number;
  readonly folders: ReadonlyMap<string, number>;
  /** How many file names contain each word of the prompt. */
  readonly spread: ReadonlyMap<string, number>;
  /** The words of branch and prompt, and of branch and query. */
  readonly sought: { readonly prompt: Sought; readonly query: Sought };
}

export function read(history: History, texts: Texts, moment: Moment): Reading {
  const prompt = texts.prompt ?? "";
  const branch = texts.branch ?? "";
  const query =
    prompt === ""
      ? [...texts.asked, ...texts.said.map((text) => text.slice(0, 800)), ...texts.tasks].join(" ")
      : prompt;
  const promptWords = wordSet(prompt);
  const queryWords = wordSet(query);
  const branchWords = wordSet(branch.slice(branch.indexOf("/") + 1));
  return {
    moment,
    prompt,
    promptWords,
    query: queryWords,
    said: texts.said.join("\n"),
    asked: texts.asked.join("\n"),
    plans: texts.plans,
    branch,
    branchWords,
    spread: spreadOf(promptWords, history.files),
    sought: {
      prompt: new Sought([...branchWords, ...promptWords]),
      query: new Sought([...branchWords, ...queryWords]),
    },
    fresh: moment === "going" ? 1 : Math.exp(-texts.elapsed / FRESH),
    folders: folderHeat(history.files),
  };
}

const FRESH = 40 * 60_000;
const log = Math.log1p;

const SHARED = [
  "heat",
  "n",
  "sessionShare",
  "last3",
  "last10",
  "inBase",
  "age",
  "isOld",
  "startHeat",
  "ownN",
  "branchN",
  "onBranch",
  "offBranch",
  "movedBranch",
  "branchWords",
  "once",
  "inLastTurn",
  "recency",
  "freshBase",
  "freshHeat",
  "taken",
  "candidates",
  "newBranch",
  "newBranchBase",
  "back",
  "backBase",
] as const;

function shared(item: Item, history: History, reading: Reading, words: ReadonlySet<string>): number[] {
  const isGoing = reading.moment === "going";
  return [
    log(item.heat),
    log(item.n),
    item.sessions / Math.max(1, history.sessions),
    item.last3 / 3,
    item.last10 / 10,
    !isGoing && item.inBase ? 1 : 0,
    log(item.age) / 3,
    item.age > 10 ? 1 : 0,
    item.startHeat,
    isGoing ? log(item.ownN) : 0,
    log(item.branchN),
    item.branchN > 0 ? 1 : 0,
    history.isKnownBranch && item.branchN === 0 ? 1 : 0,
    history.hasMoved && item.inBase ? 1 : 0,
    Math.min(3, overlap(reading.branchWords, words)) / 3,
    item.n === 1 ? 1 : 0,
    item.inLastTurn ? 1 : 0,
    -log(item.since) / 5,
    item.inBase ? reading.fresh : 0,
    log(item.heat) * reading.fresh,
    log(history.taken.files / Math.max(1, history.taken.sessions)),
    log(history.files.length) / 5,
    history.isNewBranch ? 1 : 0,
    history.isNewBranch && item.inBase ? 1 : 0,
    history.isBack ? 1 : 0,
    history.isBack && item.inBase ? 1 : 0,
  ];
}

export const FILE_FEATURES = [
  ...SHARED,
  "editHeat",
  "editedSinceCommit",
  "touchedSinceCommit",
  "inPrompt",
  "promptWords",
  "folderWords",
  "inSaid",
  "inAsked",
  "inPlan",
  "folderHeat",
  "isOutside",
] as const;

export function fileFeatures(item: Item, history: History, reading: Reading): number[] {
  const name = baseName(item.key);
  const words = reading.sought.prompt.wordsOf(name);
  const isLong = name.length > 4;
  return [
    ...shared(item, history, reading, words),
    log(item.editHeat),
    item.editedSinceCommit ? 1 : 0,
    item.touchedSinceCommit ? 1 : 0,
    isLong && reading.prompt.includes(name) ? 1 : 0,
    rareShare(words, reading),
    reading.promptWords.size === 0
      ? 0
      : share(reading.sought.prompt.wordsOf(item.key.slice(0, -name.length)), reading.promptWords),
    isLong && reading.said.includes(name) ? 1 : 0,
    isLong && reading.asked.includes(name) ? 1 : 0,
    isLong ? inPlan(name, reading) : 0,
    log((reading.folders.get(folderOf(item.key)) ?? 0) - item.heat),
    /^[/~]/.test(item.key) ? 1 : 0,
  ];
}

export const COMMAND_FEATURES = [
  ...SHARED,
  "touchedSinceCommit",
  "promptWords",
  "inPrompt",
  "inSaid",
  "inPlan",
  "isCheck",
  "isGit",
  "isForge",
  "hasNumber",
  "hasPath",
  "length",
  "wordCount",
  "failed",
] as const;

export function commandFeatures(item: Item, history: History, reading: Reading): number[] {
  const { key } = item;
  const words = reading.sought.prompt.wordsOf(key);
  return [
    ...shared(item, history, reading, words),
    item.touchedSinceCommit ? 1 : 0,
    share(words, reading.promptWords),
    reading.prompt.includes(key) ? 1 : 0,
    reading.said.includes(key) ? 1 : 0,
    reading.plans.some(({ text }) => text.includes(key)) ? 1 : 0,
    isProving(key) ? 1 : 0,
    key.startsWith("git ") ? 1 : 0,
    /^(?:gh|glab) /.test(key) ? 1 : 0,
    /\d/.test(key) ? 1 : 0,
    key.includes("/") ? 1 : 0,
    key.length / 60,
    key.split(" ").length / 5,
    item.hasFailed ? 1 : 0,
  ];
}

export const NAME_FEATURES = [
  ...SHARED,
  "asked",
  "promptWords",
  "queryWords",
  "inSaid",
  "inAsked",
  "inPlan",
  "inBranch",
  "isFlag",
  "isNumber",
  "hasDot",
  "hasUnderscore",
  "isCamel",
  "isUpper",
  "isTest",
  "length",
] as const;

export function nameFeatures(item: Item, history: History, reading: Reading): number[] {
  const { key } = item;
  const words = reading.sought.query.wordsOf(key);
  return [
    ...shared(item, history, reading, words),
    log(item.asked),
    share(words, reading.promptWords),
    share(words, reading.query),
    reading.said.includes(key) ? 1 : 0,
    reading.asked.includes(key) ? 1 : 0,
    inPlan(key, reading),
    reading.branch.includes(key) ? 1 : 0,
    key.startsWith("--") ? 1 : 0,
    key.startsWith("#") ? 1 : 0,
    key.includes(".") ? 1 : 0,
    key.includes("_") ? 1 : 0,
    /[a-z][A-Z]/.test(key) ? 1 : 0,
    /^[A-Z]/.test(key) ? 1 : 0,
    /^Test[A-Z]|_test$|^test_/.test(key) ? 1 : 0,
    key.length / 20,
  ];
}

function spreadOf(words: ReadonlySet<string>, files: readonly Item[]): Map<string, number> {
  const spread = new Map<string, number>();
  const sought = new Sought(words);
  for (const { key } of files)
    for (const word of sought.wordsOf(baseName(key)))
      if (words.has(word)) spread.set(word, (spread.get(word) ?? 0) + 1);
  return spread;
}

function folderHeat(files: readonly Item[]): Map<string, number> {
  const heats = new Map<string, number>();
  for (const { key, heat } of files) {
    const folder = folderOf(key);
    heats.set(folder, (heats.get(folder) ?? 0) + heat);
  }
  return heats;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

// A plan is followed at once or not at all.
function inPlan(name: string, { plans }: Reading): number {
  let most = 0;
  for (const { text, since } of plans) {
    if (!text.includes(name)) continue;
    most = Math.max(most, since <= 6 ? 1 : since < 40 ? 0.5 : 0.25);
  }
  return most;
}

// A word that many files' names share says little about one of them.
function rareShare(words: ReadonlySet<string>, { promptWords, spread }: Reading): number {
  if (promptWords.size === 0 || words.size === 0) return 0;
  let sum = 0;
  for (const word of words) if (promptWords.has(word)) sum += 1 / (1 + log(spread.get(word) ?? 0));
  return sum / words.size;
}

function overlap(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of some) if (others.has(word)) shared++;
  return shared;
}
