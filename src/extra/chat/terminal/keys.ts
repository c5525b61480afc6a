import { PassThrough } from "node:stream";
import { terminalSafe } from "../../../terminal/terminal-safe.js";

/** Stands for a line break inside one entry, where the terminal's line editor knows none. */
const BREAK = "⏎";
const PASTE = { begin: "\u001b[200~", end: "\u001b[201~" } as const;
const INTERRUPT = "\u0003";
const END = "\u0004";
/** A longer paste is shown by its size: the line editor would take seconds to draw it. */
const LONGEST_SHOWN = 400;

/** Of a terminal, what is needed here. */
interface Terminal extends NodeJS.ReadableStream {
  readonly isRaw: boolean;
  setRawMode(mode: boolean): unknown;
}

/**
 * The keyboard before the line editor. One line is let through at a time: what is typed during an answer waits for the next
 * prompt, but for Ctrl-C, and Ctrl-D, which then ends it. What is pasted arrives as one piece, whatever lines it has.
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

  /** A line as it was meant, with what was pasted into it. */
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
    // What was typed before an interrupt was meant for after it.
    this.#waiting += text.replaceAll(INTERRUPT, "");
    if (text.includes(INTERRUPT) || text === END) this.#onInterrupt();
  }

  #pass(): void {
    while (this.#isOpen && this.#waiting !== "") {
      const isDone = this.#isPasting ? this.#passPaste() : this.#passTyped();
      if (!isDone) return;
    }
  }

  /** Lets through what is typed up to a paste or the end of the line. False where more has to come first. */
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
    // A tab would be taken for the key.
    if (text.length <= LONGEST_SHOWN && !text.includes("\t")) return text.replaceAll("\n", BREAK);
    const lines = text.split("\n").length;
    const n = this.#pasted.push(text);
    return `[pasted ${n}: ${lines} ${lines === 1 ? "line" : "lines"}, ${text.length} characters]`;
  }

  #let(through: number, over: number, then = ""): void {
    const text = this.#waiting.slice(0, through) + then;
    this.#waiting = this.#waiting.slice(through + over);
    // One by one: of several at once the line editor puts all behind the line, wherever the cursor is.
    for (const key of text) this.write(key);
  }
}
