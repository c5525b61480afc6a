import { itemId } from "../fold/session/said.js";
import type { Item } from "./history.js";
import type { ItemKind } from "./score.js";
import type { View } from "./view.js";
import { wordSet } from "./words.js";

/** What moves an item beside its features: how it fared when it was said, its rating, and the focus. */
export interface Leaning {
  readonly ledger: number;
  readonly rating: number;
  readonly focus: number;
}

const GAIN = 0.25;
const LOSS = 0.35;
const MOST = 1;
const RATED = 0.7;
const FOCUSED = 0.5;

/** To be added to the log-odds of an item; 0 for most. */
export function leanOf(kind: ItemKind, item: Item, view: View): number {
  const { ledger, rating, focus } = leaningOf(kind, item, view);
  return ledger + rating + focus;
}

export function leaningOf(kind: ItemKind, item: Item, { ratings, focus }: View): Leaning {
  const rating = ratings === undefined || ratings.size === 0 ? 0 : (ratings.get(idOf(kind, item.key)) ?? 0);
  const isFocused = focus !== undefined && focus.length > 0 && isAbout(item.key, focus);
  return {
    ledger: ledgerPart(item),
    rating: RATED * Math.sign(rating),
    focus: isFocused ? FOCUSED : 0,
  };
}

/** The id under which an item is said, rated and looked up in the ledger. */
export function idOf(kind: ItemKind, key: string): string {
  return itemId(kind === "command" ? "run" : kind, key);
}

function ledgerPart({ saidUsed, saidUnused }: Item): number {
  if (saidUsed === 0 && saidUnused === 0) return 0;
  const part = GAIN * Math.log1p(saidUsed) - LOSS * Math.log1p(saidUnused);
  return Math.max(-MOST, Math.min(MOST, part));
}

/** A topic of several words must be there with all of them. */
function isAbout(key: string, topics: readonly ReadonlySet<string>[]): boolean {
  const words = wordSet(key);
  return topics.some((topic) => [...topic].every((word) => words.has(word)));
}
