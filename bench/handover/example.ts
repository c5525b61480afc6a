import type { Candidate } from "../../src/brief/salience/candidate.js";
import { featuresOf, type Pool } from "../../src/brief/salience/feature.js";
import { gather } from "../../src/brief/salience/gather.js";
import { toldText } from "../../src/brief/salience/select.js";
import { phrasesFor } from "../../src/render/phrase.js";
import type { Model } from "../../src/text/sentence/model.js";
import { eachCase } from "./case.js";
import { type GoldCase, type GoldItem, isTold, repositoryOf } from "./gold.js";

/** A candidate at a case: how it looked, and how much of what the reader wrote it carries. */
interface Row {
  readonly x: Float64Array;
  readonly isWorthy: boolean;
  readonly weight: number;
}

export interface Example {
  readonly repository: string;
  readonly rows: readonly Row[];
  readonly pool: Pool;
  readonly gold: GoldCase;
}

/** Every case with its candidates. */
export function examplesOf(
  cases: ReadonlyMap<string, GoldCase>,
  modelFor?: (stream: string) => Model,
): Example[] {
  const examples: Example[] = [];
  eachCase(cases, modelFor, ({ stream, gold, situation }) => {
    const pool = gather(situation(), phrasesFor("en"));
    const rows = pool.candidates.map((candidate, at) => ({
      x: featuresOf(pool, at),
      ...worthOf(candidate, gold),
    }));
    examples.push({ repository: repositoryOf(stream), rows, pool, gold });
  });
  return examples;
}

/** The reader's own evidence counts most; that a line happens to hold the words of an item, less. */
function worthOf(candidate: Candidate, { items }: GoldCase): Omit<Row, "x"> {
  const text = toldText(candidate);
  const told = items.filter(({ keys }) => isTold([text], keys));
  const quoted = items.filter((item) => isQuoted(candidate.text, item));
  const most = (some: readonly GoldItem[]) => Math.max(0, ...some.map(({ importance }) => importance));
  if (quoted.length > 0) return { isWorthy: true, weight: QUOTED * most(quoted) };
  if (told.length > 0) return { isWorthy: true, weight: HELD * most(told) };
  return { isWorthy: false, weight: 1.5 };
}

const QUOTED = 1.3;
const HELD = 0.6;

function isQuoted(text: string, { quote = "" }: GoldItem): boolean {
  const own = tokens(text);
  const other = tokens(quote);
  if (own.size < 3 || other.size < 3) return false;
  const shared = [...other].filter((word) => own.has(word)).length;
  return shared / other.size > 0.7 || shared / own.size > 0.85;
}

function tokens(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9_]{3,}/g) ?? []);
}
