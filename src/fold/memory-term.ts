import { termsOf } from "../detect/term.js";
import type { Memory } from "./memory-state.js";

/** What a memory is found by: its words, those of its files and branch, and its kind. Each once. */
export function memoryTerms({ text, files, branch, kind }: Memory): string[] {
  const terms = new Set(termsOf(text));
  for (const path of files) for (const term of termsOf(path)) terms.add(term);
  if (branch !== undefined) for (const term of termsOf(branch)) terms.add(term);
  terms.add(kindTerm(kind));
  return [...terms];
}

/** No word has this form: a filter, not something a person asks for. */
export function kindTerm(kind: Memory["kind"]): string {
  return `kind_${kind}`;
}
