import { TidemarkError } from "../../../error.js";
import { clean } from "../../../render/clean.js";
import { print, style } from "../../../terminal/print.js";
import type { Talk } from "../talk.js";
import type { ChatCommand } from "./port.js";

/** What is still to do. */
export const taskCommands: readonly ChatCommand[] = [
  { name: "task", other: "tasks", argument: "[TEXT]", what: "add a task, or list the open ones", run: task },
  { name: "done", argument: "N|TEXT", what: "a task is done", run: done },
];

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

/** By its number, its text, or a part that no other has. */
function meant(tasks: readonly string[], which: string): string | undefined {
  if (/^\d{1,3}$/.test(which)) return tasks[Number(which) - 1];
  const words = which.toLowerCase();
  const same = tasks.find((open) => open.toLowerCase() === words);
  if (same !== undefined || words === "") return same;
  const [only, another] = tasks.filter((open) => open.toLowerCase().includes(words));
  return another === undefined ? only : undefined;
}
