import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Moment } from "../../src/brief/choose/history.js";
import type { ItemKind, LinearModel, MomentWeights, Weights } from "../../src/brief/choose/score.js";
import type { Example } from "./example.js";
import { regress } from "./regress.js";

/** What is learned from few projects must hold for others: the fewer candidates, the more is needed to believe them. */
const RIDGE = { file: 150, command: 60, name: 60 } as const;
/** A case with many candidates must not drown the others, and a cut of our own counts less. */
const CANDIDATES = 60;
const OWN_CUT = 0.25;

export function learn(examples: readonly Example[]): Weights {
  return {
    start: learnMoment(examples, "start"),
    prompt: learnMoment(examples, "prompt"),
    going: learnMoment(examples, "going"),
  };
}

export function writeWeights(weights: Weights): void {
  const text = [
    'import type { Weights } from "./score.js";',
    "",
    "/** Learned by bench/continuity/learn.ts from recorded sessions: the order of the numbers is that of the features. */",
    `export const WEIGHTS: Weights = ${JSON.stringify(weights)};`,
    "",
  ];
  writeFileSync(join(process.cwd(), "src", "choose", "weights.ts"), text.join("\n"));
}

function learnMoment(all: readonly Example[], moment: Moment): MomentWeights {
  const examples = all.filter((example) => example.moment === moment);
  return {
    file: { needed: learnModel(examples, "file", "gold"), mentioned: learnModel(examples, "file", "future") },
    command: { needed: learnModel(examples, "command", "gold") },
    name: { needed: learnModel(examples, "name", "gold"), mentioned: learnModel(examples, "name", "future") },
  };
}

function learnModel(examples: readonly Example[], kind: ItemKind, label: "gold" | "future"): LinearModel {
  const rows = examples.flatMap(({ rows: all, isReal }) => {
    const weight = Math.min(1, CANDIDATES / Math.max(1, all[kind].length)) * (isReal ? 1 : OWN_CUT);
    // Names are many and most of them are nothing: a third of those stands for all.
    const every = kind === "name" ? 3 : 1;
    return all[kind]
      .filter((row, index) => row[label] || index % every === 0)
      .map((row) => ({ x: row.x, y: row[label], weight: row[label] ? weight : weight * every }));
  });
  const { bias, w } = regress(rows, RIDGE[kind]);
  return { bias: round(bias), w: w.map(round) };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
