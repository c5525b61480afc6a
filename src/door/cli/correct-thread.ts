import * as app from "../../app/session/correct-threads.js";
import { TidemarkError } from "../../error.js";
import { withMemory } from "./memory.js";
import { count, print, printJson, style } from "./print.js";
import { printCorrections } from "./print-corrections.js";
import { threadJson } from "./thread-json.js";

const ACTIONS = ["rename", "merge", "split", "move", "undo"] as const;
type Action = (typeof ACTIONS)[number];

interface Options {
  readonly at?: string;
  readonly json?: boolean;
}

export function isAction(word: string | undefined): word is Action {
  return ACTIONS.some((action) => action === word);
}

/** Corrects threads, and says what changed and how to take it back. */
export async function correctThread(
  action: Action,
  values: readonly string[],
  options: Options,
): Promise<void> {
  const [first = "", ...rest] = values;
  const second = rest.join(" ");
  check(action, first, second, options);
  await withMemory((opened) => {
    const say = (text: string, correction: string, details: object) => {
      if (options.json) {
        printJson({ correction, ...details });
        return;
      }
      print(text);
      print(style.dim(`Undo: tidemark thread undo ${correction}`));
    };
    switch (action) {
      case "rename": {
        const { before, thread, correction } = app.renameThread(opened, first, second);
        return say(`"${before.title}" is now "${thread.title}".`, correction, {
          thread: threadJson(thread, undefined),
        });
      }
      case "merge": {
        const { from, thread, correction } = app.mergeThreads(opened, first, second);
        const text = `"${from.title}" is now part of "${thread.title}" (${thread.id}, ${count(thread.turns, "turn")}).`;
        return say(text, correction, { thread: threadJson(thread, undefined) });
      }
      case "split": {
        const { from, thread, correction } = app.splitThread(opened, first, options.at ?? "");
        const text = `${count(thread.turns, "turn")} of "${from.title}" ${thread.turns === 1 ? "is" : "are"} now "${thread.title}" (${thread.id}).`;
        return say(text, correction, { thread: threadJson(thread, undefined) });
      }
      case "move": {
        const { moved, thread, correction } = app.moveTurn(opened, first, second);
        const text = `The turn ${moved.turn} is now in "${thread.title}" (${thread.id}).`;
        return say(text, correction, { turn: moved.turn, thread: threadJson(thread, undefined) });
      }
      case "undo": {
        if (first === "") return printCorrections(app.standingCorrections(opened), options.json === true);
        const { undone, correction } = app.undoCorrection(opened, first);
        return say(`No longer ${undone.type.slice("thread.".length)}.`, correction, { undone });
      }
    }
  });
}

function check(action: Action, first: string, second: string, { at }: Options): void {
  // Undoing without a name lists what can be undone.
  if (action === "undo") return;
  const usage = {
    rename: "rename ID TITLE",
    merge: "merge ID INTO",
    split: "split ID --at TURN",
    move: "move TURN THREAD",
  } as const;
  const isWhole = action === "split" ? first !== "" && at !== undefined : second !== "";
  if (isWhole) return;
  throw new TidemarkError("bad-argument", `Something is missing to ${action}.`, {
    hint: `Such as: tidemark thread ${usage[action]} (tidemark thread shows turns, tidemark threads shows threads)`,
  });
}
