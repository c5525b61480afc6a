import type { Command } from "commander";
import { hostEnv } from "../../host/env.js";
import { runningProgram } from "../../host/program.js";
import { eachEvent } from "../../model/history.js";
import { print, style } from "../../terminal/print.js";
import { openStage, type Stage } from "../tour.js";
import * as story from "../tour-story.js";

const MINUTE_MS = 60_000;

const EXAMPLES = `
Everything happens in a temporary folder that is removed afterwards. Your agents and your memory
are not touched.

Examples:
  $ tidemark tour`;

export function tourCommand(command: Command): void {
  command
    .description("see in a minute what it does, in a temporary folder")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

function run(): void {
  const stage = openStage(runningProgram().from, hostEnv());
  const printContext = (title: string, text: string | undefined) => {
    print(`\n${style.bold(title)}`);
    for (const line of (text ?? "(nothing)").split("\n")) print(`  ${style.cyan("│")} ${line}`);
  };
  try {
    print(
      style.bold(
        "Tidemark: what an agent forgets, told to the next session. No daemon, no model, no account.",
      ),
    );
    print(style.dim("A recorded story, played through the real hooks into a temporary folder.\n"));
    print(style.bold("Monday, 9:00. A session in the project photo-box."));
    for (const beat of story.FIRST) {
      const answer = stage.play(beat, -185 * MINUTE_MS);
      if (beat.shown) print(`  ${beat.shown}`);
      if (beat.hook !== "SessionStart") continue;
      printContext("The agent is told, at its first start here:", answer);
      print("");
    }
    const kinds = new Map<string, number>();
    eachEvent(stage.home, {}, ({ type }) => kinds.set(type, (kinds.get(type) ?? 0) + 1));
    print(
      `\n${style.bold("What was captured")} ${style.dim("(bounded, redacted before the first write, on this machine alone)")}`,
    );
    print(`  ${[...kinds].map(([type, n]) => `${n} ${type}`).join(" · ")}`);

    printContext(
      "Five minutes later, a new session is told:",
      stage.play(story.start("short-break", "startup"), -180 * MINUTE_MS),
    );
    printContext(
      "Half an hour later it would be:",
      stage.play(story.start("long-break", "startup"), -155 * MINUTE_MS),
    );
    printContext("Three hours later:", stage.play(story.start("noon", "startup")));
    print("");
    for (const beat of story.SECOND) {
      stage.play(beat);
      if (beat.shown) print(`  ${beat.shown}`);
    }
    printContext(
      "The agent compacts its context. Right after, it is told:",
      stage.play(story.start("noon", "compact")),
    );
    print("");
    for (const beat of story.CRASH) {
      stage.play(beat);
      if (beat.shown) print(`  agent ${beat.shown}`);
    }
    stage.harm(story.SCHEMA, "half a schema\n");
    printContext(
      "The next session learns that the last one died, and where:",
      stage.play(story.start("evening", "startup"), 12 * MINUTE_MS),
    );
    showWayBack(stage, story.SCHEMA);

    print(`\n${style.bold("Connect your own agent")}`);
    print(
      `  ${style.green("npx tidemark init")}      shows the change to your agents' settings, asks, backs up`,
    );
    print(`  ${style.green("npx tidemark doctor")}    runs each hook for real and tells how long it takes`);
    print(`  ${style.green("npx tidemark status")}    where the work in a folder stands`);
    print(`  ${style.green("npx tidemark remove")}    puts everything back, byte for byte\n`);
  } finally {
    stage.close();
  }
}

/** Prints nothing without git, because then there is no checkpoint. */
function showWayBack(stage: Stage, file: string): void {
  const made: { readonly id: string; readonly reason: string }[] = JSON.parse(
    stage.command("checkpoint", "list", "--json") || "[]",
  );
  const before = made.find(({ reason }) => reason === "destructive");
  if (before === undefined) return;
  print(`\n${style.bold(`${file} is half written. You go back:`)} tidemark checkpoint restore ${before.id}`);
  for (const line of stage
    .command("checkpoint", "restore", before.id, "--yes")
    .trimEnd()
    .split("\n")
    .slice(-2))
    print(`  ${line}`);
}
