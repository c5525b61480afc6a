import type { Command } from "commander";
import { openItems } from "../../../fold/plan.js";
import { statusOf } from "../../../fold/status.js";
import { now } from "../../../host/clock.js";
import { isAlive } from "../../../host/process.js";
import { count, print, printJson, style } from "../print.js";
import { ago } from "../time.js";

const EXAMPLES = `
Examples:
  $ tidemark state                  the newest session's state in words
  $ tidemark state --json           the whole of it, for programs
  $ tidemark state --session 3f2a`;

export function register(program: Command): void {
  program
    .command("state")
    .description("show the state a session is in: current work, files, plan, blockers, running tools")
    .option("--session <id>", "a session's id, or the start of it (default: the newest here)")
    .option("--json", "print the whole state as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: { readonly session?: string; readonly json?: boolean }): Promise<void> {
  const [{ withMemory }, { findSession }] = await Promise.all([
    import("../memory.js"),
    import("../../../app/open.js"),
  ]);
  await withMemory((opened) => {
    const state = findSession(opened, options.session);
    const time = now();
    const status = statusOf(state, time, isAlive(state.pid, state.pidSince));
    if (options.json) {
      printJson({ ...state, status });
      return;
    }
    const row = (name: string, text: string | undefined) => {
      if (text) print(`${style.dim(name.padEnd(10))}${text}`);
    };
    row("session", `${state.session} (${state.agent}), ${status}, last active ${ago(state.lastAt, time)}`);
    row("branch", state.branch);
    row("request", state.work.request);
    row("action", state.work.action);
    row("running", state.running.map((call) => `${call.tool} ${call.target}`).join(" · "));
    row(
      "plan",
      openItems(state.plan)
        .map((item) => item.text)
        .join("; "),
    );
    row("failing", state.blockers.map((blocker) => blocker.command).join(" · "));
    row(
      "changed",
      [...state.files]
        .reverse()
        .map((file) => file.path)
        .join(", "),
    );
    row(
      "counts",
      [
        count(state.prompts, "prompt"),
        count(state.tools, "tool call"),
        count(state.failures, "failure"),
      ].join(", "),
    );
  });
}
