// Learns from all cases and writes src/brief/salience/weights.ts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { examplesOf } from "./example.js";
import { readCases } from "./gold.js";
import { labelsWithout, of } from "./labels.js";
import { learn } from "./learn.js";

const cases = readCases();
const labels = labelsWithout(cases);
const forest = learn(examplesOf(cases, (stream) => of(labels, stream)));
const text = [
  'import type { Forest } from "./forest.js";',
  "",
  "/** Learned by bench/handover/relearn.ts: which lines of the record readers found worth telling. */",
  `export const WEIGHTS: Forest = ${JSON.stringify(forest)};`,
  "",
];
writeFileSync(join(process.cwd(), "src", "brief", "salience", "weights.ts"), text.join("\n"));
