import { OWN_ESCAPE, terminalSafe } from "../../../terminal/terminal-safe.js";

/** A text that comes in pieces, made harmless for a terminal: what a piece begins and the next ends is judged as one. */
export interface LegibleStream {
  /** What may be shown now. */
  next(piece: string): string;
  /** What was waited for in vain. */
  rest(): string;
}

// A command to the terminal, or half a character, that may go on in the next piece.
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
