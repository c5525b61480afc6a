import type { Question, Usage } from "../port.js";

/** What a line of an answer means, in words that all protocols share. */
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
  /** Returns after the last piece, also where the server keeps the line open. */
  read(lines: AsyncIterable<string>): AsyncGenerator<Piece>;
  /** Looks at why a request was refused; true where the next one is put otherwise. */
  adapt?(words: string): boolean;
}
