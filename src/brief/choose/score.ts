import { itemId } from "../../model/fold/session/said-draft.js";
import { baseName, commandFeatures, fileFeatures, nameFeatures } from "./feature.js";
import type { History, Item, Moment } from "./history.js";
import type { View } from "./view.js";
import { wordSet } from "./words.js";

export interface LinearModel {
  readonly bias: number;
  readonly w: readonly number[];
}

/** For each kind of thing: will it be needed, and will it at least be mentioned? */
export interface MomentWeights {
  readonly file: Models;
  readonly command: Pick<Models, "needed">;
  readonly name: Models;
}

interface Models {
  readonly needed: LinearModel;
  readonly mentioned: LinearModel;
}

export type Weights = { readonly [M in Moment]: MomentWeights };

export type ItemKind = "file" | "command" | "name";

/** An item with the chance that it is needed next, and that it is mentioned at all. */
export interface Scored {
  readonly kind: ItemKind;
  readonly key: string;
  readonly needed: number;
  readonly mentioned: number;
}

const MAX_NAMES = 140;

export function scoreAll(view: View, weights: Weights): Scored[] {
  const { history, reading } = view;
  const models: { readonly [K in ItemKind]: Partial<Models> & Pick<Models, "needed"> } =
    weights[reading.moment];
  const score = (kind: ItemKind, item: Item, x: readonly number[]): Scored => {
    const { needed, mentioned = needed } = models[kind];
    const offset = offsetOf(kind, item, view);
    return {
      kind,
      key: item.key,
      needed: chance(needed, x, offset),
      mentioned: chance(mentioned, x, offset),
    };
  };
  const files = history.files.map((item) => score("file", item, fileFeatures(item, history, reading)));
  const commands = history.commands.map((item) =>
    score("command", item, commandFeatures(item, history, reading)),
  );
  const names = likelyNames(history.names, reading.prompt).map((item) =>
    score("name", item, nameFeatures(item, history, reading)),
  );
  // A session in the middle of its work follows no habit.
  if (reading.moment === "going") return [...files, ...commands, ...names];
  return [...calibrate(files, history, "files"), ...calibrate(commands, history, "commands"), ...names];
}

/** Base names that more than one known file has. */
export function ambiguousNames(files: readonly Item[]): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { key } of files) {
    const name = baseName(key);
    (seen.has(name) ? twice : seen).add(name);
  }
  return twice;
}

// Scoring thousands of names would take longer than a prompt can wait, and the cold ones never win.
function likelyNames(names: readonly Item[], prompt: string): Item[] {
  const warmth = ({ heat, asked, sessions }: Item) => heat + 1.5 * asked + 0.4 * sessions;
  const unsaid = prompt === "" ? [...names] : names.filter(({ key }) => !prompt.includes(key));
  if (unsaid.length <= MAX_NAMES) return unsaid;
  const planned = unsaid.filter(({ n }) => n === 0);
  const touched = unsaid.filter(({ n }) => n > 0).sort((a, b) => warmth(b) - warmth(a));
  return [...planned.slice(0, MAX_NAMES / 2), ...touched.slice(0, MAX_NAMES)];
}

function chance({ bias, w }: LinearModel, x: readonly number[], offset: number): number {
  let sum = bias + offset;
  for (let i = 0; i < w.length; i++) sum += (w[i] ?? 0) * (x[i] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The files whose existence is most worth checking. */
export function likelyFiles({ history }: View, most: number): string[] {
  return [...history.files]
    .sort((a, b) => b.heat - a.heat || (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(({ key }) => key);
}

/** The offsets of an item beside its features: its past success, its rating, and the focus. */
export interface Offsets {
  readonly ledger: number;
  readonly rating: number;
  readonly focus: number;
}

const GAIN = 0.25;
const LOSS = 0.35;
const MAX_LEDGER = 1;
const RATED = 0.7;
const FOCUSED = 0.5;

/** The sum added to the log-odds of an item; 0 for most. */
export function offsetOf(kind: ItemKind, item: Item, view: View): number {
  const { ledger, rating, focus } = offsetsOf(kind, item, view);
  return ledger + rating + focus;
}

export function offsetsOf(kind: ItemKind, item: Item, { ratings, focus }: View): Offsets {
  const rating = ratings === undefined || ratings.size === 0 ? 0 : (ratings.get(idOf(kind, item.key)) ?? 0);
  const isFocused = focus !== undefined && focus.length > 0 && isAbout(item.key, focus);
  return {
    ledger: ledgerPart(item),
    rating: RATED * Math.sign(rating),
    focus: isFocused ? FOCUSED : 0,
  };
}

/** The id of an item in injections, ratings and the ledger. */
export function idOf(kind: ItemKind, key: string): string {
  return itemId(kind === "command" ? "run" : kind, key);
}

function ledgerPart({ saidUsed, saidUnused }: Item): number {
  if (saidUsed === 0 && saidUnused === 0) return 0;
  const part = GAIN * Math.log1p(saidUsed) - LOSS * Math.log1p(saidUnused);
  return Math.max(-MAX_LEDGER, Math.min(MAX_LEDGER, part));
}

/** A topic of several words matches only with all of them. */
function isAbout(key: string, topics: readonly ReadonlySet<string>[]): boolean {
  const words = wordSet(key);
  return topics.some((topic) => [...topic].every((word) => words.has(word)));
}

export interface Reward {
  /** The value of one needed item of each kind. */
  readonly worth: { readonly [K in ItemKind]: number };
  /** The cost of one wrong file or name. */
  readonly price: number;
  /** A command is named if its chance is at least this share of the likeliest one's. */
  readonly rivals: number;
}

/** The gain of a right item and the loss of a wrong one, as shares of all that is needed. */
export const REWARDS: { readonly [M in Moment | "compacted"]: Reward } = {
  start: { worth: { file: 0.116, command: 0.27, name: 0.12 }, price: 0.004, rivals: 0.3 },
  prompt: { worth: { file: 0.131, command: 0.3, name: 0.19 }, price: 0.006, rivals: 0.25 },
  going: { worth: { file: 0.077, command: 0.16, name: 0.126 }, price: 0.004, rivals: 0.05 },
  // The agent's own summary has the files; it lacks names and commands.
  compacted: { worth: { file: 0.077, command: 0.16, name: 0.24 }, price: 0.004, rivals: 0.05 },
};

/** Fewer sessions do not show a project's habits. */
const ENOUGH = 5;
/** Resumed items count once each; the learned weights count needed items somewhat more often. */
const RATIO = { files: 1.6, commands: 1.15 } as const;
const STRENGTH = 0.5;
const MAX_SHIFT = { up: 0.5, down: -0.9 } as const;

/**
 * Calibrates the chances to how many known files and commands the project's sessions resume at their start: if the
 * weights expect another number, all chances move half of the way.
 */
export function calibrate(
  scored: readonly Scored[],
  { taken }: History,
  list: "files" | "commands",
): Scored[] {
  const expected = scored.reduce((sum, { needed }) => sum + needed, 0);
  if (taken.sessions < ENOUGH || expected === 0) return [...scored];
  const usual = (RATIO[list] * taken[list]) / taken.sessions;
  const wanted = STRENGTH * Math.log((usual + 0.5) / (expected + 0.5));
  const shift = Math.max(MAX_SHIFT.down, Math.min(MAX_SHIFT.up, wanted));
  return scored.map((item) => ({
    ...item,
    needed: move(item.needed, shift),
    mentioned: move(item.mentioned, shift),
  }));
}

function move(chance: number, shift: number): number {
  return 1 / (1 + ((1 - chance) / Math.max(chance, 1e-9)) * Math.exp(-shift));
}
