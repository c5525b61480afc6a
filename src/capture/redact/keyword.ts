import type { Rule } from "./rule/rule.js";

// Every keyword of every rule, one place of each list for one keyword.
export interface KeywordTable {
  readonly words: readonly string[];
  // The rule it belongs to.
  readonly ranks: readonly number[];
  // Its first three characters, five bits each.
  readonly hashes: readonly number[];
  // The fourth character without case, 0 for any: it rules out most of what three characters let pass.
  readonly fourths: readonly number[];
}

export function tabulate(rules: readonly Rule[]): KeywordTable {
  const entries = rules.flatMap((rule, rank) => rule.keyword.map((word) => ({ word, rank })));
  const words = entries.map(({ word }) => word);
  return {
    words,
    ranks: entries.map(({ rank }) => rank),
    hashes: words.map((word) => (kindAt(word, 0) << 10) | (kindAt(word, 1) << 5) | kindAt(word, 2)),
    fourths: words.map((word) => (word.length > 3 && word[3] !== "#" ? word.charCodeAt(3) | 32 : 0)),
  };
}

export interface KeywordIndex extends KeywordTable {
  // For each hash: 0, or one more than the place of its last keyword. One array read per character.
  readonly last: Uint16Array;
  // For each keyword: 0, or one more than the place of the one before it with the same hash.
  readonly before: Uint16Array;
}

export function indexKeywords(table: KeywordTable): KeywordIndex {
  const last = new Uint16Array(1 << 15);
  const before = new Uint16Array(table.words.length);
  for (let place = 0; place < table.hashes.length; place++) {
    const hash = table.hashes[place] ?? 0;
    before[place] = last[hash] ?? 0;
    last[hash] = place + 1;
  }
  return { ...table, last, before };
}

// Finds every keyword in one walk over the text, until `visit` says that it has seen enough.
export function eachKeyword(
  text: string,
  index: KeywordIndex,
  visit: (rank: number, at: number) => boolean,
): boolean {
  const { last, before, words, ranks, fourths } = index;
  const { length } = text;
  let hash = 0;
  for (let end = 0; end < length; end++) {
    hash = ((hash << 5) | kindAt(text, end)) & 0x7fff;
    let place = last[hash] ?? 0;
    if (place === 0 || end < 2) continue;
    const fourth = text.charCodeAt(end + 1) | 32;
    for (; place !== 0; place = before[place - 1] ?? 0) {
      const wanted = fourths[place - 1];
      if (wanted !== 0 && wanted !== fourth) continue;
      if (!occursAt(text, end - 2, words[place - 1] ?? "")) continue;
      if (visit(ranks[place - 1] ?? 0, end - 2)) return true;
    }
  }
  return false;
}

const DIGIT = "#".charCodeAt(0);

// Five bits per character: letters without case, digits as one kind, the signs that tokens have, the rest.
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code++) KINDS[code] = kindOf(code);

function kindOf(code: number): number {
  const letter = (code | 32) - 97;
  if (code >= 64 && letter >= 0 && letter < 26) return letter;
  if (isDigit(code) || code === DIGIT) return 26;
  return code === 95 ? 27 : code === 45 ? 28 : 29 + (code & 1);
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (KINDS[code] ?? 31) : 31;
}

// Small letters of a keyword stand for both cases, capitals for themselves, # for any digit.
function occursAt(text: string, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = text.charCodeAt(at + i);
    const wanted = word.charCodeAt(i);
    if (code === wanted || (code >= 65 && code <= 90 && code + 32 === wanted)) continue;
    if (wanted !== DIGIT || !isDigit(code)) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
