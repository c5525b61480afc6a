import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { nearest } from "../../host/nearest.js";
import { idStart } from "../../model/fold/stamp.js";
import { clean, shorten } from "../../render/clean.js";
import { print, style } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { contextCommands } from "./context-command.js";
import { sessionCommands } from "./session-command.js";
import type { Talk } from "./talk.js";

/** The next step after a command. */
export type After = "quit" | "answer" | undefined;

/** A command that a person types with a slash before it. */
export interface ChatCommand {
  readonly name: string;
  /** An alias. */
  readonly other?: string;
  readonly argument?: string;
  readonly what: string;
  run(talk: Talk, argument: string): After | Promise<After>;
}

const COMMANDS: readonly ChatCommand[] = [
  ...sessionCommands,
  { name: "recall", argument: "QUESTION", what: "ask the memory of this project", run: recall },
  { name: "pin", argument: "TEXT", what: "a fact for every session of this project", run: pin },
  { name: "decide", argument: "TEXT", what: "a decision; “because …” gives its reason", run: decide },
  { name: "task", other: "tasks", argument: "[TEXT]", what: "add a task, or list the open ones", run: task },
  { name: "done", argument: "N|TEXT", what: "a task is done", run: done },
  ...contextCommands,
  { name: "help", what: "show this", run: showHelp },
  { name: "quit", other: "exit", what: "leave; the session can be resumed", run: () => "quit" },
];

/** A command with its argument. */
export interface Called {
  readonly command: ChatCommand;
  readonly argument: string;
}

// Paths contain another slash, so they do not match.
const CALL = /^\/([a-z?][a-z-]*)(?:\s+([\s\S]*))?$/i;

/** Undefined if the text is no command. Throws with the nearest name if the command is unknown. */
export function commandIn(text: string): Called | undefined {
  const [, typed, argument = ""] = CALL.exec(text.trim()) ?? [];
  if (text.trim() === "/")
    throw new TidemarkError("bad-argument", "A slash alone is no command.", { hint: "All of them: /help" });
  if (typed === undefined) return undefined;
  const name = typed.toLowerCase();
  const command = COMMANDS.find((known) => known.name === name || known.other === name);
  if (command !== undefined) return { command, argument: argument.trim() };
  const guess = nearest(name, NAMES);
  throw new TidemarkError("bad-argument", `There is no command /${clean(name)}.`, {
    hint: guess === undefined ? "All of them: /help" : `Did you mean /${guess}? All of them: /help`,
  });
}

/** The commands that begin like this, for the Tab key. */
export function completedCommands(start: string): string[] {
  if (!/^\/[a-z]*$/.test(start)) return [];
  return NAMES.map((name) => `/${name} `).filter((name) => name.startsWith(start));
}

const NAMES: readonly string[] = COMMANDS.flatMap(({ name, other }) =>
  other === undefined ? [name] : [name, other],
);

function showHelp(): undefined {
  const usage = COMMANDS.map(
    ({ name, argument }) => `/${name}${argument === undefined ? "" : ` ${argument}`}`,
  );
  const widest = Math.max(...usage.map((text) => text.length));
  for (const [at, { what }] of COMMANDS.entries())
    print(`  ${(usage[at] ?? "").padEnd(widest)}  ${style.dim(what)}`);
  print(
    style.dim("A backslash at the end of a line goes on in the next; what is pasted stays in one piece."),
  );
  print(style.dim("Ctrl-C stops an answer and keeps what came. Ctrl-D quits."));
}

const MAX_SHOWN_CHARS = 400;
const BECAUSE = /^([\s\S]+?),?\s+because\s+([\s\S]+)$/i;

async function recall(talk: Talk, question: string): Promise<undefined> {
  const found = await talk.memory.recall(needed(question, '/recall "why is the port 8081?"'));
  if (found.length === 0) print(style.dim("Nothing matches. Try other words: a file, a function, an error."));
  for (const [at, { kind, text, session, at: when }] of found.entries()) {
    const about = [kind, ago(when, now()), ...(session === "" ? [] : [`session ${idStart(session)}`])];
    print(
      `${style.cyan(`${at + 1}.`)} ${shorten(clean(text), MAX_SHOWN_CHARS)} ${style.dim(about.join(" · "))}`,
    );
  }
}

function pin(talk: Talk, text: string): undefined {
  talk.used().pin(needed(text, "/pin The API listens on port 8081"));
  print(style.dim("Pinned: every session of this project is told. tidemark pins lists them."));
}

function decide(talk: Talk, text: string): undefined {
  needed(text, "/decide Use SQLite because it is one file");
  const [, choice = text, reason] = BECAUSE.exec(text) ?? [];
  talk.used().decide(choice, { reason });
  print(style.dim(`Decided: ${shorten(clean(choice), MAX_SHOWN_CHARS)}`));
}

function needed(text: string, example: string): string {
  if (text !== "") return text;
  throw new TidemarkError("bad-argument", "There is something missing behind the command.", {
    hint: `Such as: ${example}`,
  });
}

function task(talk: Talk, text: string): undefined {
  if (text !== "") talk.used().task(text);
  const { tasks } = talk.session.workingSet();
  if (tasks.length === 0) print(style.dim("No open task. /task TEXT adds one."));
  for (const [at, open] of tasks.entries())
    print(`${style.cyan(`${String(at + 1).padStart(2)}.`)} ${clean(open)}`);
}

function done(talk: Talk, which: string): undefined {
  const found = meant(talk.session.workingSet().tasks, which);
  if (found === undefined)
    throw new TidemarkError(
      "not-found",
      which === "" ? "Say which task is done." : "There is no such task.",
      {
        hint: "/task lists the open ones; then /done 1, or some of its words.",
      },
    );
  talk.used().task(found, "done");
  print(style.dim(`Done: ${clean(found)}`));
}

/** Finds a task by its number, its text, or a part of it that no other task has. */
function meant(tasks: readonly string[], which: string): string | undefined {
  if (/^\d{1,3}$/.test(which)) return tasks[Number(which) - 1];
  const words = which.toLowerCase();
  const same = tasks.find((open) => open.toLowerCase() === words);
  if (same !== undefined || words === "") return same;
  const [only, another] = tasks.filter((open) => open.toLowerCase().includes(words));
  return another === undefined ? only : undefined;
}
