import { STOP_WORDS } from "../../text/words/stop-word.js";
import type { Candidate } from "./candidate.js";

/** A logistic model: the chance that a term is one a reader would use when telling of the work. */
export interface TermModel {
  readonly bias: number;
  readonly w: readonly number[];
}

/** What is known of a term from the candidates it stands in. */
interface Seen {
  /** As it is written where it occurs first. */
  readonly written: string;
  readonly turns: Set<number>;
  readonly sessions: Set<number>;
  readonly kinds: Map<Candidate["kind"], number>;
  count: number;
  newest: number;
  isHeading: boolean;
  most: number;
  sum: number;
}

/** The terms of a text: names whole and by their parts, other words by their stems. */
export function termsOf(text: string): Set<string> {
  return new Set(writtenTerms(text).map(([term]) => term));
}

/** What is known of the terms of a pool: its candidates, the words in which they are told, and their chances. */
export interface Lines {
  readonly candidates: readonly Candidate[];
  readonly texts: readonly string[];
  readonly chances: readonly number[];
  /** What the hot line of work is about. */
  readonly subject: string;
}

/** The features of each term in the lines. */
export function termFeatures({ candidates, texts, chances, subject }: Lines): Map<string, number[]> {
  const seen = new Map<string, Seen>();
  candidates.forEach((candidate, at) => {
    for (const [term, written] of writtenTerms(texts[at] ?? ""))
      see(seen, term, written, candidate, chances[at] ?? 0);
  });
  for (const { said } of candidates)
    for (const term of termsOf(said?.heading ?? "")) {
      const one = seen.get(term);
      if (one !== undefined) one.isHeading = true;
    }
  const turns = new Set(candidates.map(({ turnsAgo }) => turnsAgo)).size;
  const hot = termsOf(subject);
  return new Map([...seen].map(([term, one]) => [term, featuresOf(term, one, turns, hot.has(term))]));
}

/** The worth of each term: its chance to be one a reader would use, where a line has about one of worth 1. */
export function termWorths({ bias, w }: TermModel, lines: Lines): Map<string, number> {
  const chances = new Map(
    [...termFeatures(lines)].map(([term, x]) => [
      term,
      1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (w[i] ?? 0), bias))),
    ]),
  );
  const highest = [...chances.values()].sort((a, b) => b - a).slice(0, BEST_TERMS);
  const mean = highest.reduce((sum, chance) => sum + chance, 0) / Math.max(1, highest.length);
  return new Map([...chances].map(([term, chance]) => [term, chance / (TERMS_PER_LINE * mean)]));
}

/** The terms whose chances set the scale. */
const BEST_TERMS = 60;
const TERMS_PER_LINE = 6;

function see(
  seen: Map<string, Seen>,
  term: string,
  written: string,
  { turnsAgo, sessionsAgo, kind }: Candidate,
  chance: number,
): void {
  let one = seen.get(term);
  if (one === undefined) {
    const none = { count: 0, newest: turnsAgo, isHeading: false, most: 0, sum: 0 };
    one = { written, turns: new Set(), sessions: new Set(), kinds: new Map(), ...none };
    seen.set(term, one);
  }
  one.count++;
  one.turns.add(turnsAgo);
  one.sessions.add(sessionsAgo);
  one.kinds.set(kind, (one.kinds.get(kind) ?? 0) + 1);
  one.newest = Math.min(one.newest, turnsAgo);
  one.most = Math.max(one.most, chance);
  one.sum += chance;
}

// The order is that of the learned weights.
function featuresOf(term: string, one: Seen, turns: number, isHot: boolean): number[] {
  const { written, count, kinds } = one;
  const often = Math.log1p(count);
  const within = (...some: Candidate["kind"][]) =>
    Math.log1p(some.reduce((sum, kind) => sum + (kinds.get(kind) ?? 0), 0));
  return [
    often,
    Math.log1p(one.turns.size),
    one.turns.size / Math.max(1, turns),
    one.sessions.size,
    Math.log1p(one.newest),
    one.most,
    one.sum / count,
    Math.log1p(one.sum),
    within("prompt"),
    within("closing"),
    within("commit"),
    within("plan", "pasted"),
    within("tree"),
    within("answer"),
    Number(isHot),
    Number(one.isHeading),
    Math.min(term.length, MAX_COUNTED_CHARS),
    Number(/\d/.test(written)),
    Number(/^\d+$/.test(written)),
    Number(/[a-z][A-Z]|_/.test(written)),
    Number(/\.\w{1,4}$/.test(written)),
    Number(/^[A-Z]/.test(written)),
    Number(/^[A-Z]+$/.test(written)),
    Number(written.includes("-")),
    Number(written.includes("/")),
    Number(/^[0-9a-f]{7,10}$/.test(written)),
    Math.log1p(turns),
  ];
}

const MAX_COUNTED_CHARS = 20;
const WRITTEN = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.\-/#]*[\p{L}\p{N}_])?/gu;
const ENDING = /(?:ations?|ings?|edly|ied|ies|ed|es|s|ly)$/;
const MIN_STEM_CHARS = 4;
/** "v2", "pr", "ci": other words of two letters say nothing. */
const SHORT_NAME = /^(?:.\d|\d.|pr|ci|db|ui|ts|js|py|go|rs|id|ip|os|ai)$/;

function writtenTerms(text: string): [term: string, written: string][] {
  return (text.match(WRITTEN) ?? []).flatMap((written) => {
    const parts = /[/.]/.test(written) ? [written, ...written.split(/[/.]/)] : [written];
    return parts
      .map((part): [string, string] => [stem(part.toLowerCase()), written])
      .filter(([term]) => (term.length > 2 || SHORT_NAME.test(term)) && !STOP_WORDS.has(term));
  });
}

/** Cuts one ending of a plain word, in any language: forms of a word only have to meet, not to be right. */
function stem(word: string): string {
  const short = /[/.]/.test(word) ? "" : word.replace(ENDING, "");
  return short.length >= MIN_STEM_CHARS ? short : word;
}
