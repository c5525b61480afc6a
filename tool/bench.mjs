// Runs benchmarks: `npm run bench -- [hotpath|growth|continuity|statements|handover|recall|checkpoint|mcp|import|compaction|library] [options]`, all where none is named.
//   --json FILE       add the figures to a JSON file
//   --strict          exit code 1 where a limit is broken
//   --rounds N        hotpath, mcp: rounds, 40 unless told
//   --node PATH       hotpath, recall, mcp: a Node to measure with, repeatable; else the running one and --nodes
//   --nodes 20,22     hotpath, recall, mcp: major versions to install and measure with, 24 unless told
//   --max N, --full   growth, recall, library: the most events or memories, 100,000 unless told, a million with --full
//   --reps N          growth, import: repetitions of each drain and import, 5 unless told
//   --shipped         continuity, recall: the shipped weights instead of ones that have not seen what is asked about
//   --show KIND       continuity, compaction: print each answer beside what was needed
//   --quick           a short run of each, to see that they work: its figures mean little
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, say } from "./place.mjs";
import "./ready.mjs";

const KNOWN = [
  "hotpath",
  "growth",
  "continuity",
  "statements",
  "handover",
  "recall",
  "checkpoint",
  "mcp",
  "import",
  "compaction",
  "library",
];
const [first, ...rest] = process.argv.slice(2);
const isNamed = first !== undefined && !first.startsWith("-");
if (isNamed && !KNOWN.includes(first)) {
  say(`There is no benchmark "${first}". Known are: ${KNOWN.join(", ")}.`);
  process.exit(2);
}
const options = isNamed ? rest : process.argv.slice(2);
for (const name of isNamed ? [first] : KNOWN) {
  const args = [join(root, "tool", "run.mjs"), `bench/${name}.ts`, ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", cwd: root });
  if (status !== 0) process.exitCode = status ?? 1;
}
