// Answers each line {"id","by","text","before"} on stdin with the label of the sentence.

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { classify } from "../../src/text/sentence/classify.js";
import type { Speaker } from "../../src/text/sentence/label.js";

interface Asked {
  readonly id: string | number;
  readonly by: Speaker;
  readonly text: string;
  readonly before: string;
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const { id, by, text, before }: Asked = JSON.parse(line);
  // "" stands for unknown here.
  const { label } = classify({ by, text, before: before === "" ? undefined : before });
  writeSync(1, `${JSON.stringify({ id, label })}\n`);
}
