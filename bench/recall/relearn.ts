// Learns from all conversations beside the repository and writes src/recall/weights.ts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURES } from "../../src/recall/feature.js";
import type { Weights } from "../../src/recall/rank.js";
import { learn } from "./learn.js";
import { examplesOf } from "./measure.js";
import { MODES } from "./mode.js";
import { readSamples } from "./sample.js";
import { withTold } from "./told.js";

const samples = readSamples();
if (samples.length === 0) throw new Error("there are no conversations beside the repository to learn from");
const learned = await withTold(samples, (told) =>
  MODES.map((mode) => ({
    mode,
    weights: learn(told.flatMap(({ conversation, asked }) => examplesOf(conversation, asked, mode))),
  })),
);
writeFileSync(
  join(process.cwd(), "src", "recall", "weights.ts"),
  [
    'import type { Weights } from "./rank.js";',
    "",
    "/** Learned by bench/recall/relearn.ts from recorded conversations: with a table of words, and without. */",
    "export const WEIGHTS: { readonly full: Weights; readonly plain: Weights } = {",
    ...learned.flatMap(({ mode, weights }) => [`  ${mode}: {`, ...linesOf(weights), "  },"]),
    "};",
    "",
  ].join("\n"),
);

function linesOf(weights: Weights): string[] {
  return FEATURES.map((name) => `    ${name}: ${weights[name]},`);
}
