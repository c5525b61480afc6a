import type { Command } from "commander";
import { agentTitle } from "../../agent/agents.js";
import { now } from "../../host/clock.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { openItems } from "../../model/fold/session/status.js";
import { withMemory } from "../../project/command/open.js";
import { findSession } from "../../project/open.js";
import { examples } from "../../terminal/help.js";
import type { Flags, Texts } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { type WholeState, wholeState } from "../whole-state.js";
import { printWhere } from "./session.js";

const EXAMPLES = `
Examples:
  $ tidemark @                  the newest session's state in words
  $ tidemark @ --json           see docs/reference/session-state.md
  $ tidemark @ 3f2a`;

export function stateCommand(command: Command): void {
  command
    .argument("[id]", "a session's id, or the start of it (default: the newest here)")
    .description("show its state: intent, phase, progress, files, plan")
    .option("--session <id>", "the same")
    .option("--json", "print the whole state as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(id: string | undefined, options: Flags<"json"> & Texts<"session">): Promise<void> {
  await withMemory((opened) => {
    const state = findSession(opened, id ?? options.session);
    const time = now();
    const whole = wholeState({ ...opened, now: time }, state);
    if (options.json) printJson({ ...state, status: whole.status, whole });
    else show(state, whole, time);
  });
}

function show(state: SessionState, whole: WholeState, time: number): void {
  const { context, files, checkpoints } = whole;
  const agent = agentTitle(state.agent) ?? state.agent;
  const done = state.plan.filter((item) => item.status === "done").length;
  const subagents = whole.agents.states.slice(1).filter((one) => one.state !== "finished");
  const open = openItems(state.plan).map((item) => item.text);
  const counts = [
    ...(state.messages === undefined ? [] : [count(state.messages.count, "message")]),
    ...[count(state.prompts, "prompt"), count(state.tools, "tool call"), count(state.failures, "failure")],
  ];
  row("session", `${state.session} (${agent}), ${whole.status}, last active ${ago(state.lastAt, time)}`);
  printWhere(whole);
  row("branch", state.branch);
  row("tags", whole.tags.join(", "));
  row("intent", context.intent);
  row("request", state.work.request);
  row("phase", context.phase);
  row("progress", context.progress === undefined ? undefined : `${done} of ${state.plan.length} done`);
  row("action", state.work.action);
  row("running", state.running.map((call) => `${call.tool} ${call.target}`).join(" · "));
  row("subagents", subagents.map((one) => `${one.type} ${one.state}`).join(" · "));
  row("plan", open.join("; "));
  row("failing", state.blockers.map((blocker) => blocker.command).join(" · "));
  row("created", newest(files.created));
  row("changed", newest(files.modified));
  row("deleted", newest(files.deleted));
  row("return to", checkpoints.map((point) => point.id).join(", "));
  row("goes on", state.forked && `from ${state.forked.from}`);
  row("counts", counts.join(", "));
}

function newest(files: readonly string[]): string {
  const shown = [...files].reverse().slice(0, 30);
  const more = files.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function row(name: string, text: string | undefined): void {
  if (text) print(`${style.dim(name.padEnd(10))}${text}`);
}
