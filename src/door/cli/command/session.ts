import type { Command } from "commander";
import { agentTitle } from "../../../agent/agents.js";
import { findSession } from "../../../app/open.js";
import { type WholeState, wholeState } from "../../../app/session/whole-state.js";
import { groupDecisions } from "../../../fold/decision/decision-group.js";
import { openItems } from "../../../fold/session/plan.js";
import type { SessionState, TurnState } from "../../../fold/session/session-state.js";
import { now } from "../../../host/clock.js";
import { lineWidth } from "../line-width.js";
import { withMemory } from "../memory.js";
import { PLAN_SIGN } from "../plan-sign.js";
import { count, print, printJson, style } from "../print.js";
import { printDecisions } from "../print-decisions.js";
import { printCalls, printCheckpoints, printErrors, printFates, printWhere } from "../print-session.js";
import { ago, localTime } from "../time.js";

interface Options {
  readonly tools?: boolean;
  readonly files?: boolean;
  readonly decisions?: boolean;
  readonly errors?: boolean;
  readonly checkpoints?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark session                       the newest session of this project, turn by turn
  $ tidemark session 3f2a --tools          with all of its tool calls
  $ tidemark session 3f2a --files          with the files it made, changed and deleted
  $ tidemark session 3f2a --decisions --errors --checkpoints
  $ tidemark session 3f2a --json           the whole of it, as docs/reference/session-state.md describes`;

export function register(program: Command): void {
  program
    .command("session")
    .argument("[id]", "a session's id, or the start of it (default: the newest here)")
    .description("show one session turn by turn")
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
    if (options.json) {
      printJson({ ...state, status, turns, whole });
      return;
    }
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
    ...(decisions.branch === "" ? {} : { branch: decisions.branch }),
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
