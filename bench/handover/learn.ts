import { chanceOf, type Forest } from "../../src/brief/salience/forest.js";
import { type Salience, toldText } from "../../src/brief/salience/select.js";
import { type TermModel, termFeatures, termsOf } from "../../src/brief/salience/term.js";
import { regress } from "../continuity/regress.js";
import { boost } from "./boost.js";
import type { Example } from "./example.js";

/** A case with many candidates or terms must not drown the others. */
const CANDIDATES = 60;
const TERMS = 300;
const RIDGE = 100;

/** What is learned from all examples, and for each repository what is learned without it. */
export interface Learned {
  readonly all: Salience;
  readonly without: ReadonlyMap<string, Salience>;
}

export function learn(examples: readonly Example[]): Learned {
  const repositories = [...new Set(examples.map(({ repository }) => repository))].sort();
  const forests = new Map(
    repositories.map((name) => [name, learnLines(examples.filter(({ repository }) => repository !== name))]),
  );
  // The chances of lines must be as unsure as those of lines that nobody has seen.
  const terms = examples.map((example) => ({ ...example, terms: termRows(example, forests) }));
  const without = new Map(
    [...forests].map(([name, lines]) => [
      name,
      { lines, terms: learnTerms(terms.filter(({ repository }) => repository !== name)) },
    ]),
  );
  return { all: { lines: learnLines(examples), terms: learnTerms(terms) }, without };
}

/** Learns which lines of the record carry what readers found worth telling. */
function learnLines(examples: readonly Example[]): Forest {
  return boost(
    examples.flatMap(({ rows }) => {
      const share = CANDIDATES / Math.max(CANDIDATES, rows.length);
      return rows.map(({ x, isWorthy, weight }) => ({ x, y: isWorthy, weight: weight * share }));
    }),
  );
}

type TermRow = Parameters<typeof regress>[0][number];

/** Learns which terms readers use. */
function learnTerms(examples: readonly { readonly terms: readonly TermRow[] }[]): TermModel {
  return regress(
    examples.flatMap(({ terms }) => terms),
    RIDGE,
  );
}

function termRows(
  { repository, pool, rows, gold }: Example,
  forests: ReadonlyMap<string, Forest>,
): TermRow[] {
  const forest = forests.get(repository);
  if (forest === undefined) throw new Error(`There is no forest for ${repository}.`);
  const used = new Map<string, number>();
  for (const { text, importance } of gold.items)
    for (const term of termsOf(text)) used.set(term, Math.max(importance, used.get(term) ?? 0));
  const { candidates, subject } = pool;
  const texts = candidates.map(toldText);
  const chances = rows.map(({ x }) => chanceOf(forest, x));
  const features = [...termFeatures({ candidates, texts, chances, subject })];
  const share = TERMS / Math.max(TERMS, features.length);
  return features.map(([term, x]) => ({
    x,
    y: used.has(term),
    weight: share * Math.max(1, used.get(term) ?? 0),
  }));
}
