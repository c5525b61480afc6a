import { wordsOf } from "./topic.js";

/** The terms a text is searched by. */
export function termsOf(text: string): string[] {
  return wordsOf(text);
}
