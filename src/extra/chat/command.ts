import { TidemarkError } from "../../error.js";
import { nearest } from "../../host/nearest.js";
import { clean } from "../../render/clean.js";
import { print, style } from "../../terminal/print.js";
import { contextCommands } from "./command/context.js";
import { memoryCommands } from "./command/memory.js";
import type { ChatCommand } from "./command/port.js";
import { sessionCommands } from "./command/session.js";
import { taskCommands } from "./command/task.js";

const programCommands: readonly ChatCommand[] = [
  { name: "help", what: "show this", run: showHelp },
  { name: "quit", other: "exit", what: "leave; the session can be resumed", run: () => "quit" },
];

/** Everything that can be typed with a slash before it. */
const COMMANDS: readonly ChatCommand[] = [
  ...sessionCommands,
  ...memoryCommands,
  ...taskCommands,
  ...contextCommands,
  ...programCommands,
];

/** What a person meant by a line: a command with its argument, or something to say. */
export interface Called {
  readonly command: ChatCommand;
  readonly argument: string;
}

// A path has another slash in it.
const CALL = /^\/([a-z?][a-z-]*)(?:\s+([\s\S]*))?$/i;

/** Undefined for what is no command at all. Throws with the nearest name for one that nobody knows. */
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

/** The commands that begin so, for the Tab key. */
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
