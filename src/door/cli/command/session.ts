import type { Command } from "commander";
import { openItems } from "../../../fold/plan.js";
import type { SessionState, TurnState } from "../../../fold/session-state.js";
import { statusOf } from "../../../fold/status.js";
import { now } from "../../../host/clock.js";
import { isAlive } from "../../../host/process.js";
import { print, printJson, style } from "../print.js";
import { ago, localTime } from "../time.js";

interface Options {
  readonly tools?: boolean;
  readonly files?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark session                 the newest session of this project, turn by turn
  $ tidemark session 3f2a --tools    with its last tool calls
  $ tidemark session 3f2a --files    with what it changed in each file`;

export function register(program: Command): void {
  program
    .command("session")
    .argument("[id]", "a session's id, or the start of it (default: the newest here)")
    .description("show one session turn by turn")
    .option("--tools", "with its last 50 tool calls")
    .option("--files", "with what it changed in each file")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(id: string | undefined, options: Options): Promise<void> {
  const [{ withMemory }, { findSession }] = await Promise.all([
    import("../memory.js"),
    import("../../../app/open.js"),
  ]);
  await withMemory((opened) => {
    const state = findSession(opened, id);
    const turns = opened.store.turns(state.project, state.session);
    const time = now();
    const status = statusOf(state, time, isAlive(state.pid, state.pidSince));
    if (options.json) {
      printJson({ ...state, status, turns });
      return;
    }
    print(`${style.bold(state.session)}  ${status}, last active ${ago(state.lastAt, time)}`);
    print(
      style.dim(
        `${state.agent} · began ${localTime(state.startedAt)}${state.branch ? ` · branch ${state.branch}` : ""}`,
      ),
    );
    for (const turn of turns) showTurn(turn);
    showEnd(state, options);
  });
}

function showTurn(turn: TurnState): void {
  if (turn.n === 0 && turn.tools === 0) return;
  print("");
  print(
    `${style.cyan(localTime(turn.at))}  ${turn.request.slice(0, 200) || style.dim("(before the first prompt)")}`,
  );
  if (turn.edited.length > 0) print(`  changed  ${turn.edited.join(", ")}`);
  if (turn.commands.length > 0) print(`  ran      ${turn.commands.slice(-4).join(" · ")}`);
  if (turn.closing !== undefined) print(`  answer   ${turn.closing.replace(/\s+/g, " ").slice(0, 160)}`);
}

function showEnd(state: SessionState, options: Options): void {
  const open = openItems(state.plan);
  if (open.length > 0) {
    print(`\n${style.bold("Open")}`);
    for (const item of open) print(`  ${item.status === "doing" ? "▸" : "·"} ${item.text}`);
  }
  if (state.blockers.length > 0) {
    print(`\n${style.bold("Failing")}`);
    for (const blocker of state.blockers) print(`  ${style.red(blocker.command)}`);
  }
  if (options.files) {
    print(`\n${style.bold("Files")}`);
    for (const file of state.files) print(`  ${file.path}  ${style.dim(`${file.summary} (${file.times}×)`)}`);
  }
  if (options.tools) {
    print(`\n${style.bold("Tool calls")}`);
    for (const step of state.steps) {
      print(
        `  ${style.dim(localTime(step.at))} ${step.ok ? " " : style.red("✗")} ${step.tool} ${step.target}`,
      );
    }
  }
}
