import { nameTerms, termsOf } from "../../../text/words/term.js";
import type { Memory } from "./memory-state.js";

/** The terms of a memory for the index: words, files, branch, kind, month and author. Each once. */
export function memoryTerms({ text, files, branch, kind, author, at }: Memory): string[] {
  const terms = new Set(termsOf(text));
  for (const path of files) for (const term of nameTerms(path)) terms.add(term);
  if (branch !== undefined) for (const term of nameTerms(branch)) terms.add(term);
  terms.add(kindTerm(kind));
  terms.add(monthTerm(at));
  if (author !== "") terms.add(authorTerm(author));
  return [...terms];
}

/** A filter that no search text can contain. */
export function kindTerm(kind: Memory["kind"]): string {
  return `kind_${kind}`;
}

export function authorTerm(author: string): string {
  return `author_${author.toLowerCase()}`;
}

/** The month of a time, as in `month_202405`. */
export function monthTerm(at: number): string {
  const date = new Date(at);
  return `month_${date.getUTCFullYear() * 100 + date.getUTCMonth() + 1}`;
}
