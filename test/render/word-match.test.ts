import fc from "fast-check";
import { expect, test } from "vitest";
import { matchedSpans, wordsMet } from "../../src/render/word-match.js";

function marked(text: string, ...asked: string[]): string {
  let drawn = "";
  let end = 0;
  for (const { from, to } of matchedSpans(text, asked)) {
    drawn += `${text.slice(end, from)}[${text.slice(from, to)}]`;
    end = to;
  }
  return drawn + text.slice(end);
}

test.each([
  ["Retries were retried, no retry left", ["retry"], "[Retries] were [retried], no [retry] left"],
  ["see src/upload/RetryPolicy.ts", ["policies"], "see src/upload/Retry[Policy].ts"],
  ["calls parse_header and HTTPServer", ["server", "header"], "calls parse_[header] and HTTP[Server]"],
  ["calls parse_header twice", ["parseheader"], "calls [parse_header] twice"],
  ["Le test échouait, il échoue", ["échouer"], "Le test [échouait], il [échoue]"],
  ["nothing of it", ["retry"], "nothing of it"],
])("%s", (text, asked, drawn) => {
  expect(marked(text, ...asked)).toBe(drawn);
});

test("the forms that stand in a text", () => {
  expect(wordsMet("Retries were retried by the retryPolicy", ["retry"])).toEqual([
    "retries",
    "retried",
    "retry",
  ]);
});

test("spans follow one another inside of any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "grapheme" })), (text, asked) => {
      let end = 0;
      for (const { from, to } of matchedSpans(text, [...asked, ...wordsMet(text, asked)])) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
  );
});
