// How well the next session is told: questions at natural points of recorded sessions, scored against what they then did.
//   --held-out        weights learned without the project that is asked about (else the shipped ones)
//   --budgets 500,1000
//   --json FILE

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tell } from "../src/app/answer.js";
import type { Weights } from "../src/choose/score.js";
import { readShell } from "../src/detect/shell.js";
import { examplesOf } from "./continuity/example.js";
import { learn } from "./continuity/learn.js";
import { PROJECT, Replay } from "./continuity/replay.js";
import { ambiguousIn, type Score, scoreText } from "./continuity/score.js";
import { type Line, readGold, readStream, streamNames } from "./continuity/stream.js";

const names = streamNames();
if (names.length === 0) {
  console.log("continuity: skipped, there are no recorded streams beside the repository.");
  process.exit(0);
}
const isHeldOut = process.argv.includes("--held-out");
const budgets = [500, 1_000];
const only = process.env["ONLY"];
const rows = new Map<string, (Score & { chars: number; ms: number })[]>();
const cache = process.env["WCACHE"];
let weightsOf: (name: string) => Weights | undefined = () => undefined;
if (isHeldOut) {
  if (cache !== undefined && existsSync(cache)) {
    const kept = JSON.parse(readFileSync(cache, "utf8"));
    weightsOf = (name) => kept[name];
  } else {
    const examples = names.flatMap(examplesOf);
    const kept = Object.fromEntries(
      names.map((name) => [name, learn(examples.filter(({ project }) => project !== name))]),
    );
    if (cache !== undefined) writeFileSync(cache, JSON.stringify(kept));
    weightsOf = (name) => kept[name];
  }
}
for (const name of names) if (only === undefined || name.includes(only)) measure(name, weightsOf(name));
for (const [label, scores] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const of = (key: keyof (typeof scores)[number]) => {
    const values = scores.flatMap((score) => score[key] ?? []);
    return (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3).slice(1);
  };
  const median = [...scores].sort((a, b) => a.ms - b.ms)[Math.floor(scores.length / 2)]?.ms.toFixed(1);
  const chars = Math.round(scores.reduce((sum, { chars: n }) => sum + n, 0) / scores.length);
  console.log(
    `${label.padEnd(14)} n ${String(scores.length).padStart(3)}  ${of("score")} (${of("precision")})  file ${of("file")} command ${of("command")} (${of("commandPrecision")}) name ${of("name")} task ${of("task")}  ${chars} chars ${median} ms`,
  );
}

let shared: Replay | undefined;

function measure(name: string, weights: Weights | undefined): void {
  const golds = readGold(name);
  const ambiguous = ambiguousIn(golds.values());
  const ran = new Set<string>();
  const replay = process.env["CONCAT"] ? (shared ??= new Replay()) : new Replay();
  for (const line of readStream(name)) {
    if (line.t === "event") {
      replay.tell(line);
      if (line.tool_name === "Bash") {
        const command = readShell(String(Object(line.tool_input)["command"] ?? ""));
        if (!command.isTrivial) ran.add(command.text);
      }
      continue;
    }
    const gold = golds.get(line.case_id ?? "");
    if (gold === undefined) continue;
    for (const budget of budgets) {
      const start = process.hrtime.bigint();
      const { text } = ask(replay, line, budget, weights);
      if (process.env["SHOW"] === `${line.kind}@${budget}`) console.log("=====", line.case_id, JSON.stringify(scoreText(text, gold, ambiguous, ran)), "\n", text, "\n--- gold files", gold.files.join(" "), "\n--- cmds", gold.cmds.join(" | "), "\n--- names", gold.idents.join(" "), "\n--- prompt", gold.future_text.slice(0, 150).replaceAll("\n"," "));
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      const label = `${line.kind}@${budget}`;
      const scores = rows.get(label) ?? [];
      rows.set(label, [...scores, { ...scoreText(text, gold, ambiguous, ran), chars: text.length, ms }]);
    }
  }
  if (!process.env["CONCAT"]) replay.close();
}

function ask(replay: Replay, line: Line, budget: number, weights: Weights | undefined) {
  return tell(
    replay.store(),
    {
      project: PROJECT,
      session: line.session_id,
      source: line.source ?? "startup",
      now: Date.parse(line.ts),
      ...(line.git_branch ? { branch: line.git_branch } : {}),
      ...(line.prompt ? { prompt: line.prompt } : {}),
      ...(weights === undefined ? {} : { weights }),
    },
    budget,
  );
}
