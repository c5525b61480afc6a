import type { Rule } from "./rule/rule.js";

interface Keyword {
  readonly word: string;
  readonly rules: Rule[];
}

export interface KeywordIndex {
  // For each hash of three characters: 0, or one more than the place in `buckets`. One array read per character.
  readonly bucketOf: Uint16Array;
  readonly buckets: readonly (readonly Keyword[])[];
}

export function indexKeywords(rules: readonly Rule[]): KeywordIndex {
  const bucketOf = new Uint16Array(1 << 18);
  const buckets: Keyword[][] = [];
  for (const rule of rules) {
    for (const word of rule.keyword) {
      const hash = (kindAt(word, 0) << 12) | (kindAt(word, 1) << 6) | kindAt(word, 2);
      bucketOf[hash] ||= buckets.push([]);
      const bucket = buckets[(bucketOf[hash] ?? 0) - 1] ?? [];
      const known = bucket.find((entry) => entry.word === word);
      if (known) known.rules.push(rule);
      else bucket.push({ word, rules: [rule] });
    }
  }
  return { bucketOf, buckets };
}

// Finds every keyword in one walk over the text.
export function eachKeyword(
  text: string,
  index: KeywordIndex,
  visit: (rule: Rule, at: number) => void,
): void {
  const { bucketOf, buckets } = index;
  let hash = 0;
  for (let end = 0; end < text.length; end++) {
    hash = ((hash << 6) | kindAt(text, end)) & 0x3ffff;
    const bucket = bucketOf[hash];
    if (!bucket || end < 2) continue;
    for (const { word, rules } of buckets[bucket - 1] ?? []) {
      if (!occursAt(text, end - 2, word)) continue;
      for (const rule of rules) visit(rule, end - 2);
    }
  }
}

// Six bits per character, the same for both cases of a letter.
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const lower = code >= 65 && code <= 90 ? code + 32 : code;
  return lower >= 97 && lower <= 122 ? lower - 97 : code >= 48 && code <= 57 ? code - 22 : 36 + (code % 27);
});

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 63;
}

// Small letters of a keyword stand for both cases, capitals for themselves.
function occursAt(text: string, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = text.charCodeAt(at + i);
    const wanted = word.charCodeAt(i);
    if (code !== wanted && (code < 65 || code > 90 || code + 32 !== wanted)) return false;
  }
  return true;
}
