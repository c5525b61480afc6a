import type { Command } from "commander";
import { agentTitle } from "../../agent/agents.js";
import { reasonOf } from "../../checkpoint/text.js";
import { now } from "../../host/clock.js";
import { groupDecisions } from "../../model/fold/decision/decision-group.js";
import type { SessionState, TurnState } from "../../model/fold/session/session-state.js";
import { openItems, type SessionStatus } from "../../model/fold/session/status.js";
import { printDecisions } from "../../project/command/draw-decisions.js";
import { withMemory } from "../../project/command/open.js";
import { findSession } from "../../project/open.js";
import type { Flags } from "../../terminal/option.js";
import { count, lineWidth, PLAN_SIGN, print, printJson, style } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import { type WholeState, wholeState } from "../whole-state.js";

type Options = Flags<"tools" | "files" | "decisions" | "errors" | "checkpoints" | "json">;

const EXAMPLES = `
Examples:
  $ tidemark session                       the newest session of this project, turn by turn
  $ tidemark session 3f2a --tools          with all of its tool calls
  $ tidemark session 3f2a --decisions --errors --checkpoints
  $ tidemark session 3f2a --json           see docs/reference/session-state.md
  $ tidemark session list --all --since 7d`;

export function sessionCommand(command: Command): void {
  command
    .argument("[id]", "a session's id, or the start of it (default: the newest here)")
    .description("show one session turn by turn, or list, tag and export them")
    .option("--tools", "with its tool calls")
    .option("--files", "with the files it made, changed and deleted")
    .option("--decisions", "with what was decided in it, and what took whose place")
    .option("--errors", "with what went wrong")
    .option("--checkpoints", "with the points to return to")
    .option("--json", "print the whole session as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(id: string | undefined, options: Options): Promise<void> {
  await withMemory((opened) => {
    const state = findSession(opened, id);
    const turns = opened.store.turns(state.project, state.session);
    const time = now();
    const whole = wholeState({ ...opened, now: time }, state);
    const { status } = whole;
    if (options.json) return printJson({ ...state, status, turns, whole });
    print(`${style.bold(state.session)}  ${status}, last active ${ago(state.lastAt, time)}`);
    if (state.title !== undefined) print(style.bold(state.title));
    printWhere(whole);
    print(style.dim(factsOf(state).join(" · ")));
    for (const turn of turns) showTurn(turn);
    showEnd(state);
    if (options.files) printFates(whole);
    if (options.tools) printCalls(whole);
    if (options.decisions) showDecisions(whole, time);
    if (options.errors) printErrors(whole);
    if (options.checkpoints) printCheckpoints(whole);
  });
}

function factsOf({ agent, startedAt, messages, forked, branch, tags = [] }: SessionState): string[] {
  return [
    agentTitle(agent) ?? agent,
    `began ${localTime(startedAt)}`,
    ...(messages === undefined ? [] : [count(messages.count, "message")]),
    ...(forked === undefined ? [] : [`goes on from ${forked.from}`]),
    ...(branch ? [`branch ${branch}`] : []),
    ...(tags.length > 0 ? [tags.join(", ")] : []),
  ];
}

function showDecisions({ decisions }: WholeState, time: number): void {
  print(`\n${style.bold("Decisions")}`);
  if (decisions.tree.length === 0) print(style.dim("  none were made"));
  printDecisions(groupDecisions(decisions.tree), {
    now: time,
    width: lineWidth(),
    branch: decisions.branch || undefined,
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

function showEnd(state: SessionState): void {
  const open = openItems(state.plan);
  if (open.length > 0) {
    print(`\n${style.bold("Open")}`);
    for (const item of open) print(`  ${PLAN_SIGN[item.status]} ${item.text}`);
  }
  if (state.blockers.length > 0) {
    print(`\n${style.bold("Failing")}`);
    for (const blocker of state.blockers) print(`  ${style.red(blocker.command)}`);
  }
}

export function paintStatus(status: SessionStatus, width = 0): string {
  const text = status.padEnd(width);
  if (status === "crashed") return style.red(text);
  return status === "active" ? style.green(text) : style.dim(text);
}

/** Names the project if it is not that of the current folder. */
export function printWhere({ project }: WholeState): void {
  if (project.isHere) return;
  const { id, name, path } = project;
  print(style.yellow(`of another project: ${name || id}${path === "" ? "" : ` (${path})`}`));
}

function printCalls({ tools }: WholeState): void {
  print(`\n${style.bold(`Tool calls (${tools.history.length})`)}`);
  for (const { at, ok, tool, target, ms, agent } of tools.history) {
    const facts = [
      ...(ms === undefined ? [] : [ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`]),
      ...(agent === undefined ? [] : [`subagent ${agent}`]),
    ];
    const aside = facts.length === 0 ? "" : style.dim(`  ${facts.join(", ")}`);
    print(`  ${style.dim(localTime(at))} ${ok ? " " : style.red("✗")} ${tool} ${target}${aside}`);
  }
  for (const { tool, target, at } of tools.pending)
    print(
      `  ${style.dim(localTime(at))} ${style.yellow("…")} ${tool} ${target}${style.dim("  not finished")}`,
    );
}

function printFates({ files }: WholeState): void {
  const { created, modified, deleted } = files;
  print(`\n${style.bold("Files")}`);
  if (created.length + modified.length + deleted.length === 0) print(style.dim("  none were changed"));
  for (const path of created) print(`  ${style.green("+")} ${path}`);
  for (const path of modified) print(`  ${style.yellow("~")} ${path}`);
  for (const path of deleted) print(`  ${style.red("-")} ${path}`);
}

function printErrors({ errors }: WholeState): void {
  print(`\n${style.bold(`Errors (${errors.count})`)}`);
  for (const { at, tool, target, text } of errors.log) {
    print(`  ${style.dim(localTime(at))} ${style.red(`${tool} ${target}`)}`);
    for (const line of text.split("\n").filter(Boolean)) print(`      ${style.dim(line)}`);
  }
}

function printCheckpoints({ checkpoints }: WholeState): void {
  print(`\n${style.bold(`Checkpoints (${checkpoints.length})`)}`);
  for (const checkpoint of checkpoints) {
    const { id, at, tools, progress } = checkpoint;
    const facts = [
      reasonOf(checkpoint),
      `after ${count(tools, "tool call")}`,
      ...(progress === undefined ? [] : [`${Math.round(progress * 100)} % of the plan`]),
    ];
    print(`  ${style.bold(id.padEnd(5))} ${style.dim(localTime(at))} ${facts.join(" · ")}`);
  }
}
