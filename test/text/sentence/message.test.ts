import fc from "fast-check";
import { expect, test } from "vitest";
import { sentencesOf } from "../../../src/text/sentence/message.js";

const texts = (message: string) => sentencesOf(message).map(({ text }) => text);

test("a message is split into sentences with their headings and positions", () => {
  const message =
    "Done. The mailer retries.\n\n## Next steps\n- **Add** a test\n- Write the docs\n\nShall I go on?";
  expect(sentencesOf(message)).toEqual([
    { text: "The mailer retries.", heading: "", isBullet: false, isTitle: false, index: 0, count: 5 },
    { text: "Next steps", heading: "", isBullet: false, isTitle: true, index: 1, count: 5 },
    { text: "Add a test", heading: "Next steps", isBullet: true, isTitle: false, index: 2, count: 5 },
    { text: "Write the docs", heading: "Next steps", isBullet: true, isTitle: false, index: 3, count: 5 },
    { text: "Shall I go on?", heading: "Next steps", isBullet: false, isTitle: false, index: 4, count: 5 },
  ]);
});

test.each([
  ["The parser is fixed. Still open:\n- the retry\n- the docs", ["Still open:"]],
  ["Please fix this test:\n```\nexpect(1).toBe(2)\n```", []],
  ["Please fix this test:\n\nIt fails on Tuesdays.", []],
])("a line with a colon is a title only above a list: %j", (message, titles) => {
  const found = sentencesOf(message).filter(({ isTitle }) => isTitle);
  expect(found.map(({ text }) => text)).toEqual(titles);
});

test("a line with a colon is the heading of the list below it, and only of that list", () => {
  const found = sentencesOf("# Report\nStill open:\n- the retry\n\nThat is all for now.");
  expect(found.map(({ heading }) => heading)).toEqual(["", "Report", "Still open", "Report"]);
});

test.each([
  ["code", "Look at this:\n```\nconst total = add(1, 2);\n```\nIt is wrong."],
  ["a table", "Look at this:\n| name | total |\n|---|---|\nIt is wrong."],
  ["a quotation", "Look at this:\n> somebody else said this\nIt is wrong."],
  ["a log", "Look at this:\n2026-01-02T10:11:12 INFO server started\nERROR: no such file\nIt is wrong."],
  ["a trace", "Look at this:\n    at main (app.js:12:3)\nIt is wrong."],
  ["a diff", "Look at this:\n@@ -1,2 +1,2 @@\n--- a/one.ts\nIt is wrong."],
  ["a tagged block", "Look at this:\n<notice kind=1>\nA program wrote this line.\n</notice>\nIt is wrong."],
])("%s is left out", (_, message) => {
  expect(texts(message)).toEqual(["Look at this:", "It is wrong."]);
});

test("what has fewer than six characters or three letters is left out", () => {
  expect(texts("ok. yes. 1 - 2 - 3. a 12345. Keep the cache.")).toEqual(["Keep the cache."]);
  expect(texts("Ça va. Gardons le cache.")).toEqual(["Ça va.", "Gardons le cache."]);
});

test("any text is split, and positions count up", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (message) => {
      const found = sentencesOf(message);
      found.forEach(({ index, count }, i) => {
        expect([index, count]).toEqual([i, found.length]);
      });
    }),
    { numRuns: 200 },
  );
});
