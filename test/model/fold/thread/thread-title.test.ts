import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { summaryOf } from "../../../../src/model/fold/thread/thread-draft.js";
import { branchTitle, rankOf, titleOf } from "../../../../src/model/fold/thread/thread-title.js";

describe("a title", () => {
  test.each([
    ["Add retry to uploads", "Add retry to uploads"],
    ["ok, now can you please add retry to uploads?", "Add retry to uploads?"],
    ["let's use **jitter** in `parse_header`.", "Use jitter in parse_header"],
    ["Hi! Fix it. The upload queue drops files.", "The upload queue drops files"],
    ["Implement the following plan: # Plan: Retry of uploads ## Context They fail", "Retry of uploads"],
    ["see https://example.org/x?y=1 about uploads", "See about uploads"],
    ["<note>hidden</note> rotate the keys", "Hidden rotate the keys"],
    ["Peux-tu corriger la mise en page des factures ?", "Corriger la mise en page des factures ?"],
    ["/review the upload queue", "The upload queue"],
    ["Quick thing: make the logger print timestamps", "Make the logger print timestamps"],
    ["Small question, rename Foo to Bar in the parser", "Rename Foo to Bar in the parser"],
    ["Claude! Please fix. Add a dark theme to the editor", "Add a dark theme to the editor"],
    ["Context: we are a bank. Add IBAN checks to the payment form.", "Add IBAN checks to the payment form"],
    ["different topic: make the landing page dark", "Make the landing page dark"],
    ["Autre sujet : traduis la page des tarifs", "Traduis la page des tarifs"],
    ["look at https://git.example/o/r/pull/53 about ssh", "Look at PR #53 about ssh"],
    ["Traceback (most recent call last): File \"a.py\", line 3, in load KeyError: 'x'", ""],
    ["❯ npm test > tile@1.0.0 test > vitest run. Fails. Fix the tile cache.", "Fix the tile cache"],
    ["2031-02-03 10:11:12 WARN pool exhausted", ""],
    ['Tackle this crash: {"type":"message","at":3}', "Tackle this crash"],
    ["tide on  main via v1.2 ❯ go run . panic: nil map", ""],
    ["Never commit to main", ""],
    ["désormais réponds en français", ""],
    ["create a branch called tiles. Draw the map tiles lazily.", "Draw the map tiles lazily"],
    ["", ""],
    ["ok", "Ok"],
  ])("of %j is %j", (request, title) => {
    expect(titleOf(request)).toBe(title);
  });

  test("is cut at a word within 60 characters", () => {
    const title = titleOf(
      "Make the upload queue survive restarts of the worker while photos are still pending in it",
    );
    expect(title).toBe("Make the upload queue survive restarts of the worker while…");
    expect(titleOf("x".repeat(200)).length).toBe(60);
    expect(titleOf(`${"x".repeat(58)}😀😀`)).toBe(`X${"x".repeat(57)}…`);
  });

  test("is one short line, whatever was asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (request) => {
        expect(titleOf(request).length).toBeLessThanOrEqual(60);
        expect(titleOf(request)).not.toMatch(/[\n\r\t]/);
        expect(summaryOf(request, request).length).toBeLessThanOrEqual(160);
      }),
    );
  });

  test("a plan says more than a wish, and a question less", () => {
    const plan = rankOf("Implement the following plan: # Retry of uploads ## Context", false);
    expect(plan).toBeGreaterThan(rankOf("Retry uploads", false));
    expect(rankOf("Why do uploads retry?", false)).toBeLessThan(rankOf("Retry uploads", false));
    expect(rankOf("Retry uploads", true)).toBeGreaterThan(rankOf("Retry uploads", false));
  });
});

test.each([
  ["feat/phase-12-lazy-tiles", "Phase 12 lazy tiles"],
  ["fix/tile-cache", "Fix tile cache"],
  ["dana/abc-123-tile-cache", "Tile cache"],
  ["20310203-tile-cache", "Tile cache"],
  ["bot/tile-cache-a1b2c3d4e5", "Tile cache"],
  ["main", ""],
  ["test", ""],
  [undefined, ""],
])("the branch %j is %j in words", (branch, title) => {
  expect(branchTitle(branch)).toBe(title);
});

describe("a summary", () => {
  test.each([
    [
      "Done. Uploads now retry three times with jitter. Tests pass.",
      "Uploads now retry three times with jitter.",
    ],
    [
      "## Summary\n\n- **Upload queue** survives restarts of the worker",
      "Upload queue survives restarts of the worker",
    ],
    [
      "Perfect! Here is what I did:\n\n```ts\nconst upload = 1;\n```\nThe queue drains uploads slowly now",
      "The queue drains uploads slowly now",
    ],
    ["Which queue should drain uploads first?", "what was said before"],
    ["You're welcome!", "what was said before"],
    ["All done.", "what was said before"],
    ["", "what was said before"],
    [undefined, "what was said before"],
    [
      "C'est fait. La file des envois survit au redémarrage du serveur.",
      "La file des envois survit au redémarrage du serveur.",
    ],
  ])("of %j is %j", (closing, summary) => {
    expect(summaryOf(closing, "what was said before")).toBe(summary);
  });

  test("that is outdated gives way to anything that says something", () => {
    expect(summaryOf("It compiles.", "The lexer reads numbers.", true)).toBe("It compiles.");
    expect(summaryOf("All done.", "The lexer reads numbers.", true)).toBe("The lexer reads numbers.");
    expect(summaryOf("You're welcome!", "The lexer works.", true)).toBe("The lexer works.");
    expect(summaryOf(undefined, "")).toBe("");
  });

  test("of something unfinished does not outlive the work on it", () => {
    expect(summaryOf("All done.", "The lexer is not finished yet.", true)).toBe("");
    expect(summaryOf("All done.", "The lexer is not finished yet.")).toBe("The lexer is not finished yet.");
  });

  test("has at most 160 characters", () => {
    expect(summaryOf(`Uploads ${"retry jitter queue ".repeat(20)}`, "").length).toBeLessThanOrEqual(160);
  });
});
