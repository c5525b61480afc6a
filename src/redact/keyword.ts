import type { Rule } from "./rule/rule.js";

// Every keyword of every rule, as texts: a hook loads a text at once, but thousands of small things one by one.
export interface KeywordTable {
  // A line for each keyword, and a line with its rules, a character each.
  readonly words: string;
  readonly ranks: string;
  // A character for each keyword: its first three characters, five bits each.
  readonly threes: string;
}

// So that the character of a rule is never a line break.
export const FIRST_RANK = 32;

export function tabulate(rules: readonly Rule[]): KeywordTable {
  const ranks = new Map<string, string>();
  for (const [rank, rule] of rules.entries())
    for (const word of new Set(rule.keyword))
      ranks.set(word, (ranks.get(word) ?? "") + String.fromCharCode(FIRST_RANK + rank));
  const words = [...ranks.keys()];
  return {
    words: words.join("\n"),
    ranks: [...ranks.values()].join("\n"),
    threes: codes(words, (word) => (/[^\x00-\x7f]/.test(word) ? FOREIGN : threeOf(word, 0))),
  };
}

function codes(words: readonly string[], code: (word: string) => number): string {
  return String.fromCharCode(...words.map(code));
}

// In place of the three of a keyword in another script.
export const FOREIGN = 0xffff;

// Five bits per character, of which only the lower byte counts: letters without case, digits as one kind, the signs
// that keywords have as some. Spaces and all other signs count as the rarest letter.
export const KINDS = new Uint8Array(256).fill(16);
for (let letter = 0; letter < 26; letter++) KINDS[65 + letter] = KINDS[97 + letter] = letter;
KINDS.fill(26, 48, 58);
for (const [kind, signs] of ["#", "_", "-", ".", ":/", "\"'=~+|$"].entries())
  for (const sign of signs) KINDS[sign.charCodeAt(0)] = 26 + kind;

// The kinds of three characters of a word.
function threeOf(word: string, at: number): number {
  const kind = (place: number) => KINDS[word.charCodeAt(place)] ?? 0;
  return (kind(at) << 10) | (kind(at + 1) << 5) | kind(at + 2);
}
