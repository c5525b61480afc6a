import type { Command } from "commander";
import { agentTitle } from "../../agent/agents.js";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import type { Reason, Thread } from "../../model/fold/thread/thread-state.js";
import { examples } from "../../terminal/help.js";
import { type Flags, parseCount } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import { allThreads, findThread, type JoinedTurn, threadsOf, turnsOf } from "../threads.js";
import { withMemory } from "./open.js";
import { addCorrections, threadJson } from "./thread-correct.js";

const EXAMPLES = `
Each correction prints the command that undoes it.

Examples:
  $ tidemark thread                         the thread worked on last
  $ tidemark thread t3f --why               with the reason why each turn is in it
  $ tidemark thread list
  $ tidemark thread rename t3f "Retry of uploads"
  $ tidemark thread merge t3f t9k`;

export function threadCommand(command: Command): void {
  command
    .usage("[options] [id]")
    .argument("[id]", "a thread's id, or the start of it (default: the one worked on last)")
    .argument("[rest...]")
    .description("show, list and correct the lines of work across sessions")
    .option("--why", "say of each turn why it is in the thread")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
  threadListCommand(command.command("list"));
  addCorrections(command);
}

async function run(
  id: string | undefined,
  rest: readonly string[],
  options: Flags<"why" | "json">,
): Promise<void> {
  if (rest.length > 0) {
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
    turns: turns.map(({ turn, session, n, at, why, state: { request, edited } }) => {
      return { turn, session, n, at, request, edited, why };
    }),
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
    if (withWhy)
      print(`          ${style.dim(`because ${why.map(({ is, what }) => BECAUSE[is](what)).join("; ")}`)}`);
  }
}

const BECAUSE: { readonly [K in Reason["is"]]: (what: string) => string } = {
  file: (what) => `it uses ${what}`,
  word: (what) => `it is about "${what}"`,
  branch: (what) => `it is on ${what}`,
  session: () => "it follows in the same session",
  reply: () => "it answers the turn before",
  began: () => "it began the thread",
  corrected: (what) => `you said so (${what})`,
};

const LIST_EXAMPLES = `
Examples:
  $ tidemark @                  the lines of work in this project, the latest first
  $ tidemark @ --limit 5
  $ tidemark @ --json`;

export function threadListCommand(command: Command): void {
  command
    .description("list the lines of work of this project, across sessions")
    .option("--limit <n>", "at most this many", "20")
    .option("--json", "print as JSON")
    .addHelpText("after", examples(LIST_EXAMPLES))
    .action(list);
}

async function list(options: Flags<"json"> & { readonly limit: string }): Promise<void> {
  const limit = parseCount(options.limit, "--limit");
  await withMemory(({ store, project }) => {
    const agentOf = (session: string) => store.session(project, session)?.state.agent || [];
    const { hot } = threadsOf(store, project);
    const threads = allThreads(store, project);
    const shown = threads.slice(0, limit);
    if (options.json) return printJson(shown.map((thread) => threadJson(thread, hot)));
    if (threads.length === 0)
      return print("No thread yet. Turns join threads once a connected agent has worked here: tidemark init");
    const time = now();
    for (const { id, title, topics, turns, files, branches, lastAt, sessions } of shown) {
      const agents = [...new Set(sessions.flatMap(agentOf))].map((name) => agentTitle(name) ?? name);
      const facts = [
        count(turns, "turn"),
        ...(files.length > 0 ? [count(files.length, "file")] : []),
        ...branches.slice(-1),
        ...(agents.length > 1 ? [agents.join(", ")] : []),
      ];
      const mark = id === hot ? style.green("hot ") : "    ";
      print(`${style.bold(id)}  ${mark}${ago(lastAt, time).padEnd(16)} ${style.dim(facts.join(" · "))}`);
      print(`           ${title}${topics.length > 0 ? style.dim(`  ${topics.join(", ")}`) : ""}`);
    }
    if (threads.length > shown.length)
      print(style.dim(`… and ${threads.length - shown.length} more: --limit ${threads.length}`));
  });
}
