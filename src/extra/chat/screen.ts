import { OWN_ESCAPE, terminalSafe } from "../../terminal/terminal-safe.js";

/** Makes a text that comes in pieces safe for a terminal, also if an escape sequence is split between pieces. */
interface LegibleStream {
  /** The text that can be shown now. */
  next(piece: string): string;
  /** The text that was held back. */
  rest(): string;
}

// An escape sequence or half a character that may continue in the next piece.
const UNFINISHED = /(?:\u001b(?:\[[0-?]{0,32}[ -/]{0,8}|\][^\u0007\u001b]{0,512}\u001b?)?|[\ud800-\udbff])$/;

export function legibleStream(): LegibleStream {
  let held = "";
  const shown = (text: string) => terminalSafe(text.replaceAll(OWN_ESCAPE, ""));
  return {
    next(piece) {
      const text = held + piece;
      const at = text.search(UNFINISHED);
      held = at < 0 ? "" : text.slice(at);
      return shown(at < 0 ? text : text.slice(0, at));
    },
    rest() {
      const text = held;
      held = "";
      return shown(text);
    },
  };
}

/** Shows a text that can be removed again; nothing if the terminal cannot do that. */
export function showWaiting(what: string): { end(): void } {
  const { stdout } = process;
  let isShown = stdout.isTTY === true && process.env["TERM"] !== "dumb";
  if (isShown) stdout.write(what);
  return {
    end() {
      if (isShown) stdout.write("\r\u001b[K");
      isShown = false;
    },
  };
}

/** "12,345", independent of the locale. */
export function figure(n: number): string {
  return Math.round(n).toLocaleString("en");
}
