// How well the next session is told: questions at natural points of recorded sessions, scored against what they then did.
//   (nothing)         with weights learned without the project that is asked about
//   --shipped         with the shipped weights, which have seen these projects
//   --only TEXT       only streams whose name has it
//   --show KIND       print each answer of a kind (next, prompt, compact, crash) beside what was needed
//   --quick           the shipped weights, no question of time
//   --json FILE       add the figures to a JSON file

import { examplesOf } from "./continuity/example.js";
import { measureAsks } from "./continuity/latency.js";
import { learn } from "./continuity/learn.js";
import { measure, type Scored } from "./continuity/measure.js";
import { printScores } from "./continuity/print-scores.js";
import { streamNames } from "./continuity/stream.js";
import { readOptions } from "./option.js";
import { report } from "./report.js";

const names = streamNames();
const args = process.argv.slice(2);
const optionOf = (option: string) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
const isQuick = args.includes("--quick");
const isShipped = isQuick || args.includes("--shipped");

if (names.length === 0)
  console.log("continuity: skipped, there are no recorded streams beside the repository.");
else run();

function run(): void {
  const asked = names.filter((name) => name.includes(optionOf("--only") ?? ""));
  const examples = isShipped ? [] : names.flatMap(examplesOf);
  const scored: Scored[] = asked.flatMap((name) =>
    measure(
      name,
      isShipped ? undefined : learn(examples.filter(({ project }) => project !== name)),
      optionOf("--show"),
    ),
  );
  const title = isShipped
    ? "weights that have seen these projects"
    : "weights learned without the project asked about";
  printScores(`continuity  (${title}; ${asked.length} projects)`, scored);
  if (!isQuick) report("continuity: time of an ask", measureAsks(asked), readOptions());
}
