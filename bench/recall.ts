// How well, how fast and in how little space memory answers.
//   (nothing)         with weights learned without the conversation that is asked about
//   --shipped         with the shipped weights, which have seen these conversations
//   --max N, --full   the most memories, 100,000 unless told, a million with --full
//   --node, --nodes   which Nodes answer
//   --quick           the shipped weights, 10,000 memories, the running Node alone
//   --json FILE       add the figures to a JSON file

import { readOptions } from "./option.js";
import { askAlone, measureLatency } from "./recall/latency.js";
import { measureQuality } from "./recall/quality.js";
import { readSamples } from "./recall/sample.js";
import { report } from "./report.js";

const args = process.argv.slice(2);
if (args[0] === "--alone") askAlone(args[1] ?? "", args[2] ?? "");
else await run();

async function run(): Promise<void> {
  const options = readOptions();
  const isShipped = args.includes("--quick") || args.includes("--shipped");
  const samples = readSamples();
  if (samples.length === 0)
    console.log("recall: how well is skipped, there are no conversations beside the repository.");
  else report("recall: how well", await measureQuality(samples, isShipped), options);
  report("recall: how fast", await measureLatency(options), options);
}
