import type { Rule } from "./rule/rule.js";

// Every keyword of every rule, as texts: a hook loads a text at once, but thousands of small things one by one.
export interface KeywordTable {
  // A line for each keyword.
  readonly words: string;
  // For each keyword a character each: its rule, its first three characters (five bits each), and its fourth.
  readonly ranks: string;
  readonly hashes: string;
  readonly fourths: string;
}

export function tabulate(rules: readonly Rule[]): KeywordTable {
  const entries = rules.flatMap((rule, rank) => rule.keyword.map((word) => ({ word, rank })));
  const each = (value: (entry: { word: string; rank: number }) => number) =>
    String.fromCharCode(...entries.map(value));
  return {
    words: entries.map(({ word }) => word).join("\n"),
    ranks: each(({ rank }) => rank),
    hashes: each(({ word }) => (kindAt(word, 0) << 10) | (kindAt(word, 1) << 5) | kindAt(word, 2)),
    // Without case, 0 for any: it rules out most of what three characters let pass.
    fourths: each(({ word }) => (word.length > 3 && word[3] !== "#" ? word.charCodeAt(3) | 32 : 0)),
  };
}

export interface KeywordIndex extends Omit<KeywordTable, "words"> {
  readonly words: readonly string[];
  // For each hash: 0, or one more than the place of its last keyword. One array read per character.
  readonly last: Uint16Array;
  // For each keyword: 0, or one more than the place of the one before it with the same hash.
  readonly before: Uint16Array;
}

export function indexKeywords({ words, ranks, hashes, fourths }: KeywordTable): KeywordIndex {
  const last = new Uint16Array(1 << 15);
  const before = new Uint16Array(hashes.length);
  for (let place = 0; place < hashes.length; place++) {
    const hash = hashes.charCodeAt(place);
    before[place] = last[hash] ?? 0;
    last[hash] = place + 1;
  }
  return { words: words.split("\n"), ranks, hashes, fourths, last, before };
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
      const wanted = fourths.charCodeAt(place - 1);
      if (wanted !== 0 && wanted !== fourth) continue;
      if (!occursAt(text, end - 2, words[place - 1] ?? "")) continue;
      if (visit(ranks.charCodeAt(place - 1), end - 2)) return true;
    }
  }
  return false;
}

const DIGIT = "#".charCodeAt(0);

// Five bits per character: letters without case, digits as one kind, the signs that tokens have, the rest.
const KINDS = new Uint8Array(128).fill(29);
for (let code = 1; code < 128; code += 2) KINDS[code] = 30;
for (let letter = 0; letter < 26; letter++) KINDS[65 + letter] = KINDS[97 + letter] = letter;
KINDS.fill(26, 48, 58);
KINDS[DIGIT] = 26;
KINDS[95] = 27;
KINDS[45] = 28;

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
