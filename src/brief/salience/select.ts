import { clean, shorten } from "../../render/clean.js";
import { wordsOf } from "../../text/prose/topic.js";
import { compress } from "../../text/sentence/compress.js";
import { share } from "../choose/words.js";
import type { Candidate } from "./candidate.js";
import { featuresOf, type Pool } from "./feature.js";
import { chanceOf, type Forest } from "./forest.js";
import { type TermModel, termsOf, termWorths } from "./term.js";

/** What was learned: which lines are worth telling, and which terms. */
export interface Salience {
  readonly lines: Forest;
  readonly terms: TermModel;
}

/** A candidate that was chosen, in the words that are told. */
export interface Salient {
  readonly candidate: Candidate;
  readonly text: string;
  /** The chance that a reader would call it worth telling, from 0 to 1. */
  readonly chance: number;
}

const MAX_CHARS = 200;
const MAX_COMPARED = 90;
const MIN_CHANCE = 0.15;
/** From here on the state of the work tree is told before anything else. */
const SURE_CHANCE = 0.35;
/** Characters that any line costs beside its text, and how much short lines are preferred. */
const OVERHEAD = 15;
const DENSITY = 0.6;
/** What the terms of a line that no other line has count beside its chance. */
const NEW_TERMS = 0.3;
const REPETITION = 0.85;
const SEPARATOR = 2;
const MAX_REPEATED = 0.9;

/** The chance of each candidate to be worth telling. */
function chancesIn(pool: Pool, forest: Forest): number[] {
  return pool.candidates.map((_, at) => chanceOf(forest, featuresOf(pool, at)));
}

interface Limits {
  readonly room: number;
  /** What is said elsewhere and need not be said again. */
  readonly said: readonly string[];
  /** The words before the first of its lines. */
  readonly lead: (candidate: Candidate) => string;
}

/** The candidates most worth their characters, until the room is used up. What is said once is not said again. */
export function select(pool: Pool, salience: Salience, { room, said, lead }: Limits): Salient[] {
  const { candidates, subject } = pool;
  const chances = chancesIn(pool, salience.lines);
  const texts = candidates.map(toldText);
  const worths = termWorths(salience.terms, { candidates, texts, chances, subject });
  const open = candidates
    .map((candidate, at) => ({ candidate, at, chance: chances[at] ?? 0, text: texts[at] ?? "" }))
    .filter(({ chance }) => chance >= MIN_CHANCE)
    .sort((a, b) => b.chance - a.chance || a.at - b.at)
    .slice(0, MAX_COMPARED)
    .filter(({ text }) => text !== "")
    .map((one) => ({
      ...one,
      words: new Set(wordsOf(one.text)),
      terms: termsOf(one.text),
      lead: lead(one.candidate),
      repeated: 0,
    }));
  const leads = new Set<string>();
  const chosen: Salient[] = [];
  let left = room;
  const tell = (words: ReadonlySet<string>, terms: ReadonlySet<string>) => {
    for (const one of open) {
      one.repeated = Math.max(one.repeated, overlapOf(one.words, words));
      for (const term of terms) one.terms.delete(term);
    }
  };
  for (const text of said) tell(new Set(wordsOf(text)), termsOf(text));
  const costOf = (one: (typeof open)[number]) =>
    one.text.length + SEPARATOR + (leads.has(one.lead) ? 0 : one.lead.length);
  const take = (one: (typeof open)[number]) => {
    left -= costOf(one);
    leads.add(one.lead);
    open.splice(open.indexOf(one), 1);
    chosen.push({ candidate: one.candidate, text: one.text, chance: one.chance });
    tell(one.words, one.terms);
  };
  // Nobody says aloud what is not committed, so no sentence can stand for it.
  const tree = open.find(({ candidate, chance }) => candidate.kind === "tree" && chance >= SURE_CHANCE);
  if (tree !== undefined && costOf(tree) <= left) take(tree);
  for (;;) {
    let best: (typeof open)[number] | undefined;
    let most = 0;
    for (const one of open) {
      const cost = costOf(one);
      if (cost > left || one.repeated > MAX_REPEATED) continue;
      const own = one.chance * (1 - REPETITION * one.repeated ** 1.5);
      let added = 0;
      for (const term of one.terms) added += worths.get(term) ?? 0;
      const worth = (own + NEW_TERMS * added) / (cost + OVERHEAD) ** DENSITY;
      if (worth <= most) continue;
      most = worth;
      best = one;
    }
    if (best === undefined) return chosen;
    take(best);
  }
}

/** How much of a line another one says, or of the other one this: a list repeats its items. */
function overlapOf(words: ReadonlySet<string>, told: ReadonlySet<string>): number {
  const contained = told.size < MIN_CONTAINED ? 0 : CONTAINED * share(told, words);
  return Math.max(share(words, told), contained);
}

const MIN_CONTAINED = 2;
const CONTAINED = 0.95;

/** The words in which a candidate is told. */
export function toldText({ kind, text }: Candidate): string {
  return shorten(clean(kind === "tree" ? text : compress(text)), MAX_CHARS);
}
