import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachKeyword, keywordFinder } from "../../src/redact/each-keyword.js";
import { tabulate } from "../../src/redact/keyword.js";
import { lazy, type Rule } from "../../src/redact/rule/rule.js";
import { allRules } from "../../src/redact/ruleset.js";

const keywords = [...new Set(allRules().flatMap((rule) => rule.keyword))];
const spelt = (word: string) => [
  word,
  word.toUpperCase(),
  word.replaceAll("#", "7"),
  word.slice(0, -1),
  word.slice(1),
];
const piece = fc.oneof(
  fc.constantFrom(...keywords.flatMap(spelt)),
  fc.constantFrom(" ", "x", "é", "—", "😀", "\ud83d", "Űžš", "ｐass", "\0", "\n"),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(""));

describe("the walk over the keywords", () => {
  it("finds what a look at every place finds, in the same order", () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(seen(eachKeyword, one)).toEqual(looked(allRules(), one));
      }),
      { numRuns: 400 },
    );
  });

  it("does so where a long text is taken in pieces", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4020, max: 4110 }), text, text, (length, one, other) => {
        const long = `${"é-".repeat(length).slice(0, length)}${one}${"z ".repeat(2048)}${other}`;
        expect(seen(eachKeyword, long)).toEqual(looked(allRules(), long));
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ["at first", 0],
    ["with the tables of who has walked much", 40_000],
  ])("does so for keywords of any kind, %s", (_, walked) => {
    const word = fc.stringMatching(/^[aA#_.:p-]{3,6}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }),
        fc.stringMatching(/^[aA0_.:pP-]{0,60}$/),
        (words, one) => {
          const rules = words.map((keyword) => ruleOf(keyword));
          const each = keywordFinder(tabulate(rules));
          each(" ".repeat(walked), () => true);
          expect(seen(each, one)).toEqual(looked(rules, one));
        },
      ),
    );
  });

  it("stops when told", () => {
    let visits = 0;
    expect(eachKeyword("password password", () => ++visits === 2)).toBe(true);
    expect(visits).toBe(2);
  });

  it("has no keyword that is longer than its pieces overlap", () => {
    expect(keywords.filter((word) => word.length > 64)).toEqual([]);
  });
});

describe("the cheap look of a rule", () => {
  const rules = allRules().filter((rule) => rule.may !== undefined);
  const around = fc.constantFrom(
    ..." \t\n\"'`:=|!?>,()[]{}\\&;o-_.：\u00a0é5",
    "key",
    " of ",
    "or ",
    "&quot;",
    "Zq8mLw2p",
    " ".repeat(5),
  );
  const dense = fc
    .tuple(fc.array(around, { maxLength: 4 }), fc.array(around, { maxLength: 14 }))
    .map(([before, behind]) => [before.join(""), behind.join("")] as const);

  it("refuses nothing that its pattern would take", () => {
    expect(rules.length).toBeGreaterThan(80);
    fc.assert(
      fc.property(fc.constantFrom(...rules), fc.nat(), dense, (rule, n, [before, behind]) => {
        const word = rule.keyword[n % rule.keyword.length] ?? "";
        const one = `${before}${word}${behind}"`;
        const pattern = rule.pattern();
        pattern.lastIndex = before.length;
        const left = one.slice(Math.max(0, before.length - 40), before.length);
        if (pattern.test(one) && (rule.left?.(left) ?? true))
          expect(rule.may?.(one, before.length)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });
});

function seen(each: typeof eachKeyword, one: string): [number, number][] {
  const found: [number, number][] = [];
  each(one, (rank, at) => found.push([at, rank]) === 0);
  expect(found.map(([at]) => at)).toEqual(found.map(([at]) => at).sort((a, b) => a - b));
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

// Each keyword as a pattern of its own, tried at every place.
function looked(rules: readonly Rule[], one: string): [number, number][] {
  const found = rules.flatMap((rule, rank) =>
    [...new Set(rule.keyword)].flatMap((word) =>
      [...one.matchAll(patternOf(word))].map(({ index }): [number, number] => [index, rank]),
    ),
  );
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

const patterns = new Map<string, RegExp>();

function patternOf(word: string): RegExp {
  const known = patterns.get(word);
  if (known) return known;
  const source = word.replace(/[^\w#]/g, "\\$&").replaceAll("#", "[0-9#]");
  const cased = source.replace(/[a-z]/g, (small) => `[${small}${small.toUpperCase()}]`);
  const pattern = new RegExp(`(?=${cased})`, "g");
  patterns.set(word, pattern);
  return pattern;
}

function ruleOf(keyword: string): Rule {
  return { name: "test", keyword: [keyword], pattern: lazy("x", "y") };
}
