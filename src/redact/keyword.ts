import type { Rule } from "./rule/rule.js";

// All keywords of all rules as strings, which a hook loads faster than thousands of objects.
export interface KeywordTable {
  // One line per keyword, and one line with its rules, one character each.
  readonly words: string;
  readonly ranks: string;
  // One character per keyword: its first three characters, five bits each.
  readonly threes: string;
}

// Keeps the character of a rule from being a line break.
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
    threes: String.fromCharCode(
      ...words.map((word) => (/[^\x00-\x7f]/.test(word) ? FOREIGN : threeOf(word))),
    ),
  };
}

// Stands for keywords in another script.
export const FOREIGN = 0xffff;

// Five bits per low byte: letters without case, one kind for digits, and some for the signs in keywords. Spaces and other
// signs count as the rarest letter.
export const KINDS = new Uint8Array(256).fill(16);
for (let letter = 0; letter < 26; letter++) KINDS[65 + letter] = KINDS[97 + letter] = letter;
KINDS.fill(26, 48, 58);
for (const [kind, signs] of ["#", "_", "-", ".", ":/", "\"'=~+|$"].entries())
  for (const sign of signs) KINDS[sign.charCodeAt(0)] = 26 + kind;

function threeOf(word: string): number {
  const kind = (at: number) => KINDS[word.charCodeAt(at)] ?? 0;
  return (kind(0) << 10) | (kind(1) << 5) | kind(2);
}
