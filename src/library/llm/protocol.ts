import { TidemarkError } from "../../error.js";
import type { Question, Usage } from "./port.js";

/** The meaning of a piece of an answer, in words that all protocols share. */
export type Piece =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "usage"; readonly usage: Usage }
  /** No text follows; usage may. */
  | { readonly is: "end"; readonly end: "done" | "full" }
  | { readonly is: "refused"; readonly words: string }
  /** `kind` is the server's own word for what went wrong. */
  | { readonly is: "error"; readonly kind: string; readonly words: string };

/** How one maker is asked and how its answers are read. */
export interface Protocol {
  /** Below the server's address. */
  readonly path: string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(question: Question): object;
  /** Returns after the last piece, even if the server keeps the line open. */
  read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece>;
  /** Looks at why a request was refused; true if the next one is put differently. */
  adapt?(words: string): boolean;
}

type Turn = Question["messages"][number];

/** Said first if a conversation would begin with an answer, which servers refuse. */
const LEFT_OUT = "(What was said before is left out.)";

/** The messages as every server takes them: none empty, no two of one role in a row, the first from the user. */
export function turnsOf({ messages }: Question): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    // Half of a character is refused as invalid JSON.
    const text = content.toWellFormed().trimEnd();
    if (text === "") continue;
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${text}` };
    else turns.push({ role, content: text });
  }
  if (turns.length === 0) throw new TidemarkError("bad-argument", "There is nothing to ask the model.");
  return turns[0]?.role === "assistant" ? [{ role: "user", content: LEFT_OUT }, ...turns] : turns;
}

export function usageOf(asked: number | undefined, answered: number | undefined): Usage {
  return { asked, answered };
}
