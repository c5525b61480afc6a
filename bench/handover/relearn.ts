// Learns from all cases and writes src/brief/salience/weights.ts and term-weights.ts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { examplesOf } from "./example.js";
import { readCases } from "./gold.js";
import { labelsWithout, of } from "./labels.js";
import { learn } from "./learn.js";

const cases = readCases();
const labels = labelsWithout(cases);
const { lines, terms } = learn(examplesOf(cases, (stream) => of(labels, stream))).all;
write("weights.ts", [
  'import type { Forest } from "./forest.js";',
  "",
  "/** Learned by bench/handover/relearn.ts: which lines of the record readers found worth telling. */",
  `export const WEIGHTS: Forest = ${JSON.stringify(lines)};`,
]);
const w = terms.w.map((weight) => Number(weight.toPrecision(4)));
write("term-weights.ts", [
  'import type { TermModel } from "./term.js";',
  "",
  "/** Learned by bench/handover/relearn.ts: which terms readers used. */",
  `export const TERM_WEIGHTS: TermModel = ${JSON.stringify({ bias: Number(terms.bias.toPrecision(4)), w })};`,
]);

function write(name: string, text: readonly string[]): void {
  writeFileSync(join(process.cwd(), "src", "brief", "salience", name), `${text.join("\n")}\n`);
}
