// Learns from all labelled sentences and writes src/text/sentence/weights.ts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readExamples } from "./example.js";
import { learn } from "./learn.js";

const text = [
  'import type { PackedModel } from "./model.js";',
  "",
  "/** Learned by bench/statement/relearn.ts from labelled sentences. */",
  `export const WEIGHTS: PackedModel = ${JSON.stringify(learn(readExamples()))};`,
  "",
];
writeFileSync(join(process.cwd(), "src", "text", "sentence", "weights.ts"), text.join("\n"));
