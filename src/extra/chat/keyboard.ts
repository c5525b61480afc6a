import { createInterface, type Interface } from "node:readline";
import { PassThrough } from "node:stream";
import { print, style } from "../../terminal/print.js";
import { terminalSafe } from "../../terminal/terminal-safe.js";

export interface Keyboard {
  /** The next entry, of one line or several; undefined when the person is done. */
  read(): Promise<string | undefined>;
  close(): void;
}

type Typed = { readonly line: string } | "nothing" | "done";

const MAX_HISTORY = 500;

/** A keyboard in a terminal: lines are edited, earlier ones come back with the arrow keys, Tab completes commands. */
export function openKeyboard(onInterrupt: () => void, completed: (start: string) => string[]): Keyboard {
  const { stdin, stdout } = process;
  const keys = new Keys(stdin, onInterrupt);
  const editor = createInterface({
    input: keys,
    output: stdout,
    terminal: stdout.isTTY === true,
    historySize: MAX_HISTORY,
    removeHistoryDuplicates: true,
    completer: (line: string) => [completed(line), line],
  });
  const isPlain = process.env["TERM"] === "dumb";
  // Asks the terminal to mark pasted text.
  if (!isPlain) stdout.write("\u001b[?2004h");
  const release = () => {
    if (!isPlain) stdout.write("\u001b[?2004l");
  };
  process.on("exit", release);
  // Without this, nothing would be read after Ctrl-Z and fg.
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
        // Listen before the keys are let through: a line that was typed ahead comes at once.
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

/** Turns the line editor's events into one promise for each line. */
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
      // The second of two in a row comes before anybody waits for it.
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

/** Stands for a line break inside an entry, because the line editor has none. */
const BREAK = "⏎";
const PASTE = { begin: "\u001b[200~", end: "\u001b[201~" } as const;
const INTERRUPT = "\u0003";
const END = "\u0004";
/** A longer paste is shown by its size, because the line editor would take seconds to draw it. */
const MAX_PASTE_SHOWN = 400;

interface Terminal extends NodeJS.ReadableStream {
  readonly isRaw: boolean;
  setRawMode(mode: boolean): unknown;
}

/**
 * Sits between the keyboard and the line editor and lets one line through at a time. Text typed during an answer waits for
 * the next prompt; only Ctrl-C and Ctrl-D stop the answer at once. Pasted text arrives in one piece, also with line breaks.
 */
export class Keys extends PassThrough {
  readonly isTTY = true;
  readonly #source: Terminal;
  readonly #onInterrupt: () => void;
  readonly #pasted: string[] = [];
  #isOpen = false;
  #waiting = "";
  #isPasting = false;

  constructor(source: Terminal, onInterrupt: () => void) {
    super({ objectMode: true });
    this.#source = source;
    this.#onInterrupt = onInterrupt;
    source.setEncoding("utf8");
    source.on("data", (text) => this.#take(String(text)));
    source.on("end", () => this.end());
    source.on("error", () => this.end()); // The terminal is gone.
  }

  get isRaw(): boolean {
    return this.#source.isRaw;
  }

  setRawMode(mode: boolean): this {
    this.#source.setRawMode(mode);
    return this;
  }

  /** Lets the next line through. */
  open(): void {
    this.#isOpen = true;
    this.#pass();
  }

  /** The line with the pasted texts in the place of their marks. */
  meant(line: string): string {
    return line
      .replace(/\[pasted (\d+): [^\]]*\]/g, (shown, n: string) => this.#pasted[Number(n) - 1] ?? shown)
      .replaceAll(BREAK, "\n");
  }

  #take(text: string): void {
    if (this.#isOpen) {
      this.#waiting += text;
      this.#pass();
      return;
    }
    // Text typed before an interrupt is meant for after it.
    this.#waiting += text.replaceAll(INTERRUPT, "");
    if (text.includes(INTERRUPT) || text === END) this.#onInterrupt();
  }

  #pass(): void {
    while (this.#isOpen && this.#waiting !== "") {
      const isDone = this.#isPasting ? this.#passPaste() : this.#passTyped();
      if (!isDone) return;
    }
  }

  /** Lets typed text through up to a paste or the end of the line. False if more has to come first. */
  #passTyped(): boolean {
    const text = this.#waiting;
    const [found] = /\u001b\[200~|\r\n?|\n/.exec(text) ?? [];
    if (found === undefined) {
      const at = text.search(/\u001b\[20{0,2}$/);
      this.#let(at < 0 ? text.length : at, 0);
      return at < 0;
    }
    const at = text.indexOf(found);
    this.#isPasting = found === PASTE.begin;
    if (this.#isPasting) this.#let(at, found.length);
    else {
      this.#isOpen = false;
      this.#let(at, found.length, "\r");
    }
    return true;
  }

  #passPaste(): boolean {
    const at = this.#waiting.indexOf(PASTE.end);
    if (at < 0) return false;
    const text = terminalSafe(this.#waiting.slice(0, at).replace(/\r\n?/g, "\n")).replace(/\n+$/, "");
    this.#isPasting = false;
    this.#let(0, at + PASTE.end.length, this.#shown(text));
    return true;
  }

  #shown(text: string): string {
    // The line editor would take a tab as the key.
    if (text.length <= MAX_PASTE_SHOWN && !text.includes("\t")) return text.replaceAll("\n", BREAK);
    const lines = text.split("\n").length;
    const n = this.#pasted.push(text);
    return `[pasted ${n}: ${lines} ${lines === 1 ? "line" : "lines"}, ${text.length} characters]`;
  }

  #let(through: number, over: number, then = ""): void {
    const text = this.#waiting.slice(0, through) + then;
    this.#waiting = this.#waiting.slice(through + over);
    // One by one: the line editor appends several at once to the line, wherever the cursor is.
    for (const key of text) this.write(key);
  }
}
