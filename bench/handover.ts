// Is the next session told what a good colleague would tell it? With weights learned from the other repositories.
//   --shipped         with the shipped weights, which have seen these cases
//   --quick           the same
//   --show N          print every Nth answer beside what the reader wrote
import { composeFor } from "../src/brief/answer.js";
import { type Asked, askerOf, eachCase } from "./handover/case.js";
import { examplesOf } from "./handover/example.js";
import { type GoldCase, readCases } from "./handover/gold.js";
import { labelsWithout, of } from "./handover/labels.js";
import { learn } from "./handover/learn.js";
import { Score } from "./handover/score.js";

const BUDGETS = [700, 1_000];
const isShipped = process.argv.includes("--shipped") || process.argv.includes("--quick");
const show = process.argv.includes("--show") ? Number(process.argv[process.argv.indexOf("--show") + 1]) : 0;

const cases = readCases();
if (cases.size === 0) console.log("handover: skipped, there are no cases beside the repository (../shared).");
else run(cases);

function run(all: ReadonlyMap<string, GoldCase>): void {
  const { labels, learned } = isShipped ? { labels: undefined, learned: undefined } : learnWithout(all);
  const scores = BUDGETS.map((budget) => ({ budget, score: new Score() }));
  let asked = 0;
  eachCase(all, labels && ((stream) => of(labels, stream)), (one) => {
    const salience = learned && of(learned, one.stream);
    for (const { budget, score } of scores) {
      const { text } = composeFor(one.store, { ...askerOf(one.line), salience }, budget);
      score.add(text, one.gold);
      if (show > 0 && asked % show === 0) print(one, budget, text);
    }
    asked++;
  });
  console.log(
    `handover, ${asked} cases (${isShipped ? "weights that have seen them" : "weights learned without the repository asked about"})`,
  );
  for (const { budget, score } of scores) console.log(`${budget}: ${score.line()}`);
}

/** For each repository, what is learned from all others. */
function learnWithout(all: ReadonlyMap<string, GoldCase>) {
  const labels = labelsWithout(all);
  return { labels, learned: learn(examplesOf(all, (stream) => of(labels, stream))).without };
}

function print({ gold, line }: Asked, budget: number, text: string): void {
  console.log(`===== ${line.case_id} @${budget}: ${gold.title}\n${text}\n-----`);
  for (const { importance, kind, text: wanted } of gold.items)
    console.log(`${importance} ${kind}: ${wanted}`);
}
