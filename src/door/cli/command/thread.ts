import type { Command } from "commander";
import { findThread, type JoinedTurn, threadsOf, turnsOf } from "../../../app/session/threads.js";
import { TidemarkError } from "../../../error.js";
import type { Reason, Thread } from "../../../fold/thread/thread-state.js";
import { now } from "../../../host/clock.js";
import { correctThread, isAction } from "../correct-thread.js";
import { withMemory } from "../memory.js";
import { count, print, printJson, style } from "../print.js";
import { threadJson } from "../thread-json.js";
import { ago, localTime } from "../time.js";

interface Options {
  readonly why?: boolean;
  readonly at?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Corrections, each undone by the command it prints:
  rename ID TITLE        give it a better title
  merge ID INTO          two threads are one line of work
  split ID --at TURN     from this turn on it is another line of work
  move TURN THREAD       a turn belongs to another thread
  undo [CORRECTION]      take one of these back; without a name, list them

Examples:
  $ tidemark thread                         the thread worked on last
  $ tidemark thread t3f --why               with the reason why each turn is in it
  $ tidemark thread rename t3f "Retry of uploads"
  $ tidemark thread merge t3f t9k`;

export function register(program: Command): void {
  program
    .command("thread")
    .argument("[id]", "a thread's id, or the start of it (default: the hot one), or a correction")
    .argument("[value...]", "what the correction is about")
    .description("show one line of work, or correct what was put together")
    .option("--why", "say of each turn why it is in the thread")
    .option("--at <turn>", "where to split: the first turn of the new thread")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(id: string | undefined, values: readonly string[], options: Options): Promise<void> {
  if (isAction(id)) return correctThread(id, values, options);
  if (values.length > 0) {
    throw new TidemarkError("bad-argument", `There is no correction "${id}".`, {
      hint: "There are rename, merge, split, move and undo: tidemark thread --help",
    });
  }
  await withMemory(({ store, project }) => {
    const { hot } = threadsOf(store, project);
    const wanted = id ?? hot;
    if (wanted === undefined) {
      throw new TidemarkError("not-found", "There is no thread in this project yet.", {
        hint: "Turns join threads once a connected agent has worked here: tidemark init",
      });
    }
    const thread = findThread(store, project, wanted);
    const turns = turnsOf(store, project, thread.id);
    if (options.json) printJson(json(thread, hot, turns));
    else show(thread, hot, turns, options.why === true);
  });
}

function json(thread: Thread, hot: string | undefined, turns: readonly JoinedTurn[]) {
  return {
    ...threadJson(thread, hot),
    turns: turns.map(({ turn, session, n, at, why, state }) => ({
      turn,
      session,
      n,
      at,
      request: state.request,
      edited: state.edited,
      why,
    })),
  };
}

function show(thread: Thread, hot: string | undefined, turns: readonly JoinedTurn[], withWhy: boolean): void {
  const row = (name: string, text: string) => {
    if (text !== "") print(`${style.dim(name.padEnd(10))}${text}`);
  };
  const heat = thread.id === hot ? style.green("  hot") : "";
  print(`${style.bold(thread.title)}  ${style.dim(thread.id)}${heat}`);
  row("topics", thread.topics.join(", "));
  row("summary", thread.summary);
  row("branches", thread.branches.join(", "));
  row("files", [...thread.files].reverse().slice(0, 10).join(", "));
  if (thread.work !== undefined) {
    row("goal", thread.work.goal);
    row("did last", thread.work.actions.map(({ is, what }) => `${is} ${what}`).join(" · "));
  }
  row(
    "when",
    `${localTime(thread.firstAt)}, last ${ago(thread.lastAt, now())}, ${count(thread.turns, "turn")}`,
  );
  print("");
  for (const { turn, session, state, why } of turns) {
    const said = state.request.slice(0, 100) || style.dim("(nothing was asked)");
    print(`${style.cyan(turn)}  ${style.dim(`${localTime(state.at)} ${session.slice(0, 8)}`)}  ${said}`);
    if (withWhy) print(`          ${style.dim(`because ${why.map(because).join("; ")}`)}`);
  }
}

function because({ is, what }: Reason): string {
  switch (is) {
    case "file":
      return `it uses ${what}`;
    case "word":
      return `it is about "${what}"`;
    case "branch":
      return `it is on ${what}`;
    case "session":
      return "it follows in the same session";
    case "reply":
      return "it answers the turn before";
    case "began":
      return "it began the thread";
    case "corrected":
      return `you said so (${what})`;
  }
}
