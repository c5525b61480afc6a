// How well sentences are understood: the label of each sentence of a project, with weights learned from the other projects.
//   --shipped         with the shipped weights, which have seen these sentences
//   --quick           the same
import { classify } from "../src/text/sentence/classify.js";
import { type Model, modelOf } from "../src/text/sentence/model.js";
import { type Example, readExamples } from "./statement/example.js";
import { learn } from "./statement/learn.js";
import { type Answer, printScores } from "./statement/print-scores.js";

const examples = readExamples();
const asked = examples.filter(({ from }) => from === "natural" || from === "picked");
const isShipped = process.argv.includes("--shipped") || process.argv.includes("--quick");

if (asked.length === 0)
  console.log("statements: skipped, there are no labelled sentences beside the repository (../shared).");
else run();

function run(): void {
  const answers = isShipped ? answersOf(asked) : projects().flatMap(answersFor);
  const weights = isShipped
    ? "weights that have seen them"
    : "weights learned without the project asked about";
  for (const from of ["natural", "picked"])
    printScores(
      `statements, ${from} (${weights})`,
      answers.filter(({ example }) => example.from === from),
    );
  printTime();
}

function projects(): string[] {
  return [...new Set(asked.map(({ project }) => project))].sort();
}

function answersFor(project: string): Answer[] {
  const model = modelOf(learn(examples.filter((example) => example.project !== project)));
  return answersOf(
    asked.filter((example) => example.project === project),
    model,
  );
}

function answersOf(some: readonly Example[], model?: Model): Answer[] {
  return some.map((example) => ({ example, got: classify(example.sentence, model) }));
}

/** As a message is read: each sentence after the one before it. */
function printTime(): void {
  const sentences = asked.map(({ sentence }, i) => ({
    ...sentence,
    before: asked[i - 1]?.sentence.text ?? "",
  }));
  for (const sentence of sentences) classify(sentence);
  const times = sentences.map((sentence) => {
    const start = performance.now();
    classify(sentence);
    return (performance.now() - start) * 1_000;
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  console.log(`time of a sentence: median ${at(0.5)} µs, 95 of 100 within ${at(0.95)} µs`);
}
