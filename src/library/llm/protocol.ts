import { TidemarkError } from "../../error.js";
import type { Question, Usage } from "./port.js";

/** A piece of an answer, the same for all protocols. */
export type Piece =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "usage"; readonly usage: Usage }
  /** No text follows; usage may. */
  | { readonly is: "end"; readonly end: "done" | "full" }
  | { readonly is: "refused"; readonly words: string }
  /** `kind` is the server's own word for what went wrong. */
  | { readonly is: "error"; readonly kind: string; readonly words: string };

/** How to ask one maker and read its answers. */
export interface Protocol {
  /** Below the server's address. */
  readonly path: string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(question: Question): object;
  /** Ends after the last piece, even if the server keeps the connection open. */
  read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece>;
  /** Adapts to the reason of a refusal; true if the next request differs. */
  adapt?(words: string): boolean;
}

type Turn = Question["messages"][number];

/** Messages as every server takes them: none empty, roles alternating, the first from the user. */
export function turnsOf({ messages }: Question): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    // Servers refuse half a surrogate pair as invalid JSON.
    const text = content.toWellFormed().trimEnd();
    if (text === "") continue;
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${text}` };
    else turns.push({ role, content: text });
  }
  if (turns.length === 0) throw new TidemarkError("bad-argument", "There is nothing to ask the model.");
  return turns[0]?.role === "assistant"
    ? [{ role: "user", content: "(What was said before is left out.)" }, ...turns]
    : turns;
}

/** The conversation with the system text as its first message. */
export function withSystem(question: Question): { readonly role: string; readonly content: string }[] {
  const { system } = question;
  return [...(system ? [{ role: "system", content: system.toWellFormed() }] : []), ...turnsOf(question)];
}
