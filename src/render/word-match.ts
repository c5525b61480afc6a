import { stemOf } from "../text/words/stem.js";
import { allWords, wholeNames } from "../text/words/term.js";

/** The position of an asked word in a text; the end is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The forms of asked words in a text: "retries" for "retry". */
export function wordsMet(text: string, asked: readonly string[]): string[] {
  const isMet = matcherOf(asked);
  return [...new Set(allWords(text))].filter(isMet);
}

/** Finds the asked words in a text, in any form, also as part of a name or path. */
export function matchedSpans(text: string, asked: readonly string[]): Span[] {
  const isMet = matcherOf(asked);
  const names = new Set(asked);
  const spans: Span[] = [];
  // Built lazily: Unicode patterns are slow to build, and each prompt loads this file.
  const chunks = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_./-]*/gu;
  // Split as in the index: "HTTPServer" is "HTTP" and "Server".
  const parts = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{L}[\p{Ll}\p{Lo}\p{M}\p{N}]*|\p{N}+/gu;
  for (const { 0: chunk, index } of text.matchAll(chunks)) {
    if (wholeNames(chunk).some((name) => names.has(name))) {
      spans.push({ from: index, to: index + chunk.length });
      continue;
    }
    for (const { 0: part, index: at } of chunk.matchAll(parts))
      if (isMet(part.toLowerCase())) spans.push({ from: index + at, to: index + at + part.length });
  }
  return spans;
}

/** By the stems of both languages: too many highlighted words are better than too few. */
function matcherOf(asked: readonly string[]): (word: string) => boolean {
  const stems = LANGUAGES.map((language) => new Set(asked.map((word) => stemOf(word, language))));
  return (word) => LANGUAGES.some((language, at) => stems[at]?.has(stemOf(word, language)));
}

const LANGUAGES = ["en", "fr"] as const;
