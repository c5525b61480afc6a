import { createInterface, type Interface } from "node:readline";
import { print, style } from "../../../terminal/print.js";
import { terminalSafe } from "../../../terminal/terminal-safe.js";
import { Keys } from "./keys.js";

/** Where a person types what is asked. */
export interface Keyboard {
  /** The next entry, of one line or several; undefined where the person is done. */
  read(): Promise<string | undefined>;
  close(): void;
}

type Typed = { readonly line: string } | "nothing" | "done";

const HISTORY = 500;

/** A keyboard in a terminal: lines are edited, earlier ones come back with the arrow keys, Tab completes commands. */
export function openKeyboard(onInterrupt: () => void, completed: (start: string) => string[]): Keyboard {
  const { stdin, stdout } = process;
  const keys = new Keys(stdin, onInterrupt);
  const editor = createInterface({
    input: keys,
    output: stdout,
    terminal: stdout.isTTY === true,
    historySize: HISTORY,
    removeHistoryDuplicates: true,
    completer: (line: string) => [completed(line), line],
  });
  const isPlain = process.env["TERM"] === "dumb";
  // Asks the terminal to say what is pasted.
  if (!isPlain) stdout.write("\u001b[?2004h");
  const release = () => {
    if (!isPlain) stdout.write("\u001b[?2004l");
  };
  process.on("exit", release);
  // After Ctrl-Z and fg nothing would be read any more.
  editor.on("SIGCONT", () => {
    stdin.pause();
    setImmediate(() => {
      stdin.resume();
      editor.prompt(true);
    });
  });
  const turn = takeTurns(editor);
  return {
    async read() {
      for (let text = ""; ; ) {
        editor.setPrompt(terminalSafe(text === "" ? style.bold("> ") : style.dim("… ")));
        editor.prompt();
        // Awaited before the keys are let through: a line that was typed ahead comes at once.
        const next = turn(text !== "");
        keys.open();
        const typed = await next;
        if (typed === "done") return undefined;
        if (typed === "nothing") text = "";
        else if (typed.line.endsWith("\\")) text += `${keys.meant(typed.line.slice(0, -1))}\n`;
        else return text + keys.meant(typed.line);
      }
    },
    close() {
      editor.close();
      release();
      process.off("exit", release);
      stdin.pause();
    },
  };
}

/** The line editor's events as one answer after the other. */
function takeTurns(editor: Interface): (isGoingOn: boolean) => Promise<Typed> {
  let settle: (typed: Typed) => void = () => {};
  let isOver = false;
  let isGoingOn = false;
  let isWarned = false;
  editor.on("line", (line) => {
    isWarned = false;
    settle({ line });
  });
  editor.on("close", () => {
    isOver = true;
    settle("done");
  });
  editor.on("SIGINT", () => {
    const isEmpty = editor.line === "" && !isGoingOn;
    if (isEmpty && isWarned) {
      // Two at once: the second comes before anybody waits for it.
      isOver = true;
      return settle("done");
    }
    isWarned = isEmpty;
    editor.write(null, { ctrl: true, name: "e" });
    editor.write(null, { ctrl: true, name: "u" });
    print("");
    if (isEmpty) print(style.dim("Ctrl-C once more, or Ctrl-D, quits."));
    settle("nothing");
  });
  return (goesOn) => {
    isGoingOn = goesOn;
    return isOver ? Promise.resolve("done") : new Promise((resolve) => (settle = resolve));
  };
}
