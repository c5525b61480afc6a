import { TidemarkError } from "../../error.js";
import { messageCost } from "../../event/message-cost.js";
import { now } from "../../host/clock.js";
import { nearest } from "../../host/nearest.js";
import { DEFAULTS } from "../../library/context/defaults.js";
import { idStart } from "../../model/fold/stamp.js";
import { clean, shorten } from "../../render/clean.js";
import { count, print, style } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { isUnanswered } from "./ask-model.js";
import { compactedLine, compactNow } from "./compaction.js";
import { figure } from "./screen.js";
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
  { name: "budget", what: "what is in the context, in tokens", run: showBudget },
  { name: "working", other: "set", what: "summary, facts, decisions, tasks and files", run: showWorkingSet },
  { name: "compact", what: "put a summary in the place of older messages", run: compact },
  { name: "retry", what: "ask again what has no whole answer", run: retry },
  { name: "help", what: "show this", run: showHelp },
  { name: "quit", other: "exit", what: "leave; the session can be resumed", run: () => "quit" },
];

// Paths contain another slash, so they do not match.
const CALL = /^\/([a-z?][a-z-]*)(?:\s+([\s\S]*))?$/i;

/** Undefined if the text is no command. Throws with the nearest name if the command is unknown. */
export function commandIn(text: string): { command: ChatCommand; argument: string } | undefined {
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

const NAMES: readonly string[] = COMMANDS.flatMap(({ name, other }) => [name, other ?? []].flat());

function showHelp(): undefined {
  const rows = COMMANDS.map(({ name, argument, what }) => ({
    usage: `/${name} ${argument ?? ""}`.trim(),
    what,
  }));
  const widest = Math.max(...rows.map(({ usage }) => usage.length));
  for (const { usage, what } of rows) print(`  ${usage.padEnd(widest)}  ${style.dim(what)}`);
  print(
    style.dim("A backslash at the end of a line goes on in the next; what is pasted stays in one piece."),
  );
  print(style.dim("Ctrl-C stops an answer and keeps what came. Ctrl-D quits."));
}

const MAX_SHOWN_CHARS = 400;
const MAX_ITEM_CHARS = 200;
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
    throw new TidemarkError("not-found", which ? "There is no such task." : "Say which task is done.", {
      hint: "/task lists the open ones; then /done 1, or some of its words.",
    });
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

function showBudget(talk: Talk): undefined {
  const { wishes, tokens: counter } = talk;
  const { system, messages, tokens } = talk.context();
  const said = messages.map(({ content }) => messageCost(content, (text) => counter.count(text)));
  const row = (what: string, used: number) => `  ${what.padEnd(18)} ${figure(used).padStart(9)}`;
  print(row("your instructions", counter.count(wishes.system ?? "")));
  print(row("from memory", counter.count(system)));
  print(
    row(
      count(messages.length, "message"),
      said.reduce((sum, cost) => sum + cost, 0),
    ),
  );
  const share = Math.round((100 * tokens.used) / Math.max(1, tokens.limit));
  const percent = share === 0 && tokens.used > 0 ? "less than 1 %" : `${share} %`;
  print(`${row("in all", tokens.used)} of ${figure(tokens.limit)} tokens (${percent})`);
  const { compactAt } = wishes;
  const due = compactAt === undefined ? "never by itself" : `from ${figure(compactAt)} tokens on`;
  print(style.dim(`Counted by: ${tokens.by}. Compacted ${due}.`));
}

function showWorkingSet({ session }: Talk): undefined {
  const { summary, facts, decisions, tasks, files } = session.workingSet();
  const short = (items: readonly string[]) => items.map((item) => shorten(clean(item), MAX_ITEM_CHARS));
  const lists = Object.entries({
    Summary: summary.split("\n").map(clean).filter(Boolean),
    Facts: short(facts),
    Decisions: short(decisions),
    "Open tasks": short(tasks),
    Files: short(files),
  }).filter(([, items]) => items.length > 0);
  for (const [name, items] of lists) print([style.bold(name), ...items].join("\n  "));
  if (lists.length === 0)
    print(
      style.dim("Nothing yet. /pin, /decide and /task put something in it; so does what you talk about."),
    );
}

async function compact(talk: Talk): Promise<undefined> {
  const compacted = await compactNow(talk);
  print(
    compacted.done
      ? compactedLine(compacted)
      : `There is nothing to compact: the last messages stay as they are, ${DEFAULTS.keptMessages} unless they are long, and older ones give way only to what is shorter.`,
  );
}

function retry(talk: Talk): "answer" {
  const { messages } = talk.context();
  if (isUnanswered(messages)) return "answer";
  if (messages.length === 0)
    throw new TidemarkError("bad-argument", "Nothing has been asked in this session yet.");
  throw new TidemarkError("bad-argument", "The last question has its answer.", {
    hint: "Say what you would like otherwise.",
  });
}
