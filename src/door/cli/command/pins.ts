import type { Command } from "commander";
import { activePins, allPins } from "../../../fold/declared/declared.js";
import { idStart } from "../../../fold/stamp.js";
import { now } from "../../../host/clock.js";
import { withMemory } from "../memory.js";
import { print, printJson, style } from "../print.js";
import { ago, localTime } from "../time.js";

interface Options {
  readonly all?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark pins
  $ tidemark pins --all        with those that have expired
  $ tidemark pins --json`;

export function register(program: Command): void {
  program
    .command("pins")
    .description("list what every session of this project is told")
    .option("--all", "with those that have expired")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  await withMemory(({ store, project }) => {
    const state = store.project(project);
    const time = now();
    const active = state === undefined ? [] : activePins(state, time);
    const shown = options.all && state !== undefined ? allPins(state) : active;
    if (options.json) {
      printJson(shown.map((pin) => ({ ...pin, active: active.includes(pin) })));
      return;
    }
    if (shown.length === 0) {
      const hidden = state === undefined ? 0 : allPins(state).length;
      print(hidden === 0 ? "Nothing is pinned here." : "All pins have expired: tidemark pins --all");
      print(style.dim('Pin something: tidemark pin "Answer in British English"'));
      return;
    }
    for (const { id, text, priority, createdAt, expires } of shown) {
      const end =
        expires === undefined
          ? ""
          : expires > time
            ? `, until ${localTime(expires)}`
            : `, expired ${localTime(expires)}`;
      print(
        `${style.cyan(idStart(id))}  ${priority.padEnd(6)}  ${text}  ${style.dim(ago(createdAt, time) + end)}`,
      );
    }
  });
}
