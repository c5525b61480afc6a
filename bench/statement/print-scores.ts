import type { Classified } from "../../src/text/sentence/classify.js";
import { isSure } from "../../src/text/sentence/classify.js";
import type { Label } from "../../src/text/sentence/label.js";
import type { Example } from "./example.js";

export interface Answer {
  readonly example: Example;
  readonly got: Classified;
}

/** Decision and reversal count as one; what a later session need not know counts as nothing. */
const GROUPS: Readonly<Record<Label, string>> = {
  decision: "decides",
  reversal: "decides",
  blocker: "blocker",
  unblocked: "unblocked",
  next: "next",
  done: "done",
  rule: "rule",
  request: "nothing",
  question: "nothing",
  fact: "nothing",
  none: "nothing",
};
const MIN_FOR_MEAN = 10;

/** Precision, recall and F1 of each group of labels, and the precision of what is sure. */
export function printScores(title: string, answers: readonly Answer[]): void {
  console.log(`${title}: ${answers.length} sentences`);
  console.log("  label          n   prec    rec     f1  sure     of");
  const means: number[] = [];
  for (const group of new Set(Object.values(GROUPS))) {
    const gold = answers.filter(({ example }) => GROUPS[example.label] === group);
    const told = answers.filter(({ got }) => GROUPS[got.label] === group);
    const sure = told.filter(({ got }) => isSure(got));
    const right = (some: readonly Answer[]) =>
      some.filter(({ example }) => GROUPS[example.label] === group).length;
    const precision = right(told) / Math.max(1, told.length);
    const recall = right(told) / Math.max(1, gold.length);
    const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
    const figures = [precision, recall, f1, right(sure) / Math.max(1, sure.length)];
    const columns = figures.map((figure) => figure.toFixed(3).padStart(6)).join(" ");
    console.log(
      `  ${group.padEnd(10)} ${String(gold.length).padStart(5)} ${columns} ${String(sure.length).padStart(6)}`,
    );
    if (group !== "nothing" && gold.length >= MIN_FOR_MEAN) means.push(f1);
  }
  console.log(`  macro f1 ${(means.reduce((sum, f1) => sum + f1, 0) / means.length).toFixed(3)}`);
}
