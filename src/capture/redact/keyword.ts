import type { Rule } from "./rule/rule.js";

interface Keyword {
  readonly word: string;
  readonly rule: Rule;
  // The fourth character without case, 0 for any: it rules out most of what three characters let pass.
  readonly fourth: number;
  // Another keyword that begins with the same three kinds of character.
  readonly next: Keyword | undefined;
}

export interface KeywordIndex {
  // For each hash of three characters: 0, or the place of its first keyword. One array read per character.
  readonly first: Uint16Array;
  readonly keywords: readonly (Keyword | undefined)[];
}

export function indexKeywords(rules: readonly Rule[]): KeywordIndex {
  const first = new Uint16Array(1 << 15);
  const keywords: (Keyword | undefined)[] = [undefined];
  for (const rule of rules) {
    for (const word of rule.keyword) {
      const hash = (kindAt(word, 0) << 10) | (kindAt(word, 1) << 5) | kindAt(word, 2);
      const next = keywords[first[hash] ?? 0];
      const fourth = word.length > 3 && word[3] !== "#" ? word.charCodeAt(3) | 32 : 0;
      first[hash] = keywords.push({ word, rule, fourth, next }) - 1;
    }
  }
  return { first, keywords };
}

// Finds every keyword in one walk over the text.
export function eachKeyword(
  text: string,
  index: KeywordIndex,
  visit: (rule: Rule, at: number) => void,
): void {
  const { first, keywords } = index;
  const { length } = text;
  let hash = 0;
  for (let end = 0; end < length; end++) {
    hash = ((hash << 5) | kindAt(text, end)) & 0x7fff;
    const place = first[hash];
    if (place === 0 || place === undefined || end < 2) continue;
    const fourth = text.charCodeAt(end + 1) | 32;
    for (let entry = keywords[place]; entry; entry = entry.next) {
      if (entry.fourth !== 0 && entry.fourth !== fourth) continue;
      if (occursAt(text, end - 2, entry.word)) visit(entry.rule, end - 2);
    }
  }
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
