import { isCancel, select } from "@clack/prompts";
import type { Command } from "commander";
import { restore } from "../../checkpoint/command/checkpoint-restore.js";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv, RESUME } from "../../host/env.js";
import { runForeground } from "../../host/process/run-foreground.js";
import { withMemory } from "../../project/command/open.js";
import { speakerIn } from "../../project/env.js";
import { agree, Declined } from "../../terminal/agree.js";
import { type Flags, quote, type Texts } from "../../terminal/option.js";
import { print, printAside, printJson, style } from "../../terminal/print.js";
import { terminalSafe } from "../../terminal/terminal-safe.js";
import { ago } from "../../terminal/time.js";
import {
  planResume,
  type ResumeChoice,
  type ResumePlan,
  resumeChoices,
  resumeFrom,
  sessionToResume,
} from "../resume.js";

type Options = Flags<"print" | "yes" | "json"> & Texts<"session" | "checkpoint" | "in">;

const EXAMPLES = `
The agent goes on by itself if its own record of the session is still there. Else a new session
starts, and its hooks tell it where the work stands.

Examples:
  $ tidemark resume                      the session that was cut off, or the last one here
  $ tidemark resume --session 3f2a       another one
  $ tidemark resume --checkpoint c41     bring files and state back first, after showing the diff
  $ tidemark resume --print              only show what would be run and told
  $ tidemark resume --in codex --yes     in another agent, which is told what this one did`;

export function resumeCommand(command: Command): void {
  command
    .description("go on with a session: start its agent again where it was")
    .option("--session <id>", "a session's id, or the start of it (default: the one cut off or last at work)")
    .option("--checkpoint <id>", "restore this checkpoint first, files and state")
    .option("--in <agent>", "the agent to go on in (default: the session's own)")
    .option("--print", "only show the command and what the agent would be told")
    .option("-y, --yes", "agree without being asked")
    .option("--json", "with --print, as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const isInside = speakerIn(hostEnv()) !== undefined;
  const isShown = options.print === true || options.json === true || isInside;
  if (isInside && options.print !== true)
    printAside("An agent is not started inside another one: this is what to run in a terminal.");
  const plan = await planFor(options, !isShown);
  if (options.json) printJson(asJson(plan, options.checkpoint));
  else if (isShown) show(plan, options.checkpoint);
  else await start(plan, options);
}

async function planFor(options: Options, mayPick: boolean): Promise<ResumePlan> {
  return withMemory(async (opened) => {
    const time = now();
    const from = options.checkpoint === undefined ? undefined : resumeFrom(opened, options.checkpoint);
    const isAsked = mayPick && options.yes !== true && from === undefined && options.session === undefined;
    const id = isAsked ? await pick(resumeChoices(opened, time), time) : (options.session ?? from?.session);
    const state = sessionToResume(opened, id, time);
    if (from !== undefined && state.session !== from.session) {
      throw new TidemarkError(
        "bad-argument",
        `${options.checkpoint} is of another session: ${from.session}`,
        { hint: "Leave --session out." },
      );
    }
    return planResume(opened, state, {
      env: hostEnv(),
      now: time,
      cwd: process.cwd(),
      isBehind: from?.isBehind ?? false,
      agent: options.in,
    });
  });
}

async function start(plan: ResumePlan, options: Options): Promise<void> {
  const { agent, folder } = plan;
  const { program, args } = startOf(plan);
  const { checkpoint, yes = false } = options;
  printPlan(plan);
  if (program === undefined) {
    throw new TidemarkError(
      "not-found",
      `${agent.title} is not installed: there is no "${agent.program}" on the PATH.`,
      { hint: "Install it, or see with --print what it would be told." },
    );
  }
  if (checkpoint !== undefined) await restore(checkpoint, [], { yes });
  if (!yes) await agree(`Start ${agent.title}?`, true, "yes");
  const { [RESUME]: _, ...inherited } = hostEnv();
  const env = { ...inherited, ...plan.env };
  process.exitCode = await runForeground(program, args, { cwd: folder, env });
}

/** Starts this very program, whether it is on the PATH or not. */
function startOf({ agent, program, args }: ResumePlan): Pick<ResumePlan, "program" | "args"> {
  const [, own] = process.argv;
  if (agent.program === "tidemark" && own !== undefined)
    return { program: process.execPath, args: [own, ...args] };
  return { program, args };
}

function printPlan(plan: ResumePlan): void {
  const { session, request, how, why, agent, folder, status } = plan;
  print(`${style.bold(session)}  ${status}${request === undefined ? "" : `, ${request.slice(0, 100)}`}`);
  const told = plan.isConnected && plan.silenced === undefined ? " and is told where the work stands" : "";
  print(
    how === "native"
      ? `${agent.title} goes on with it in ${folder}, because ${why}.`
      : `A new session of ${agent.title} begins in ${folder}${told}, because ${why}.`,
  );
  print(style.dim(`  ${commandLine(plan)}`));
  warn(plan);
}

/** Warns that an agent without working hooks knows nothing of the work. */
function warn({ agent, isConnected, silenced }: ResumePlan): void {
  if (silenced !== undefined) {
    const hint = silenced.hint === undefined ? "" : ` ${silenced.hint}`;
    printAside(style.yellow(`${agent.title} will be told nothing: ${silenced.detail}.${hint}`));
  } else if (!isConnected)
    printAside(
      style.yellow(
        `${agent.title} is not connected, so it will be told nothing. Set it up with: tidemark init --agent ${agent.name}`,
      ),
    );
}

function show(plan: ResumePlan, checkpoint: string | undefined): void {
  if (checkpoint !== undefined) print(`tidemark checkpoint restore ${quote(checkpoint)}`);
  print(commandLine(plan));
  // The restored state, which the agent will get, is not known yet.
  if (plan.handover !== undefined && checkpoint === undefined) print(`\n${plan.handover}`);
  warn(plan);
}

/** The command for copying into a shell. */
function commandLine({ folder, env, agent, args }: ResumePlan): string {
  const set = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  const words = args.map((arg) => (/^--?[a-z-]+$/.test(arg) ? arg : quote(arg)));
  return `cd ${quote(folder)} && ${[...set, agent.program, ...words].join(" ")}`;
}

function asJson({ agent, args, handover, ...plan }: ResumePlan, checkpoint: string | undefined) {
  return {
    ...plan,
    agent: agent.name,
    command: [agent.program, ...args],
    ...(checkpoint === undefined ? { handover } : { checkpoint }),
  };
}

/** Asks in a terminal if there is more than one to choose from. */
async function pick(found: readonly ResumeChoice[], time: number): Promise<string | undefined> {
  if (found.length < 2 || !process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  const chosen = await select({
    message: "Which session?",
    options: found.map(({ state, status }) => ({
      value: state.session,
      label: terminalSafe(`${state.session.slice(0, 8)}  ${(state.work.request ?? "").slice(0, 70)}`),
      hint: `${status}, ${ago(state.lastAt, time)}`,
    })),
  });
  if (!isCancel(chosen)) return chosen;
  throw new Declined("Nothing was started.");
}
