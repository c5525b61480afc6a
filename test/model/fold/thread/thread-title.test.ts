import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankOf, summaryOf, titleOf } from "../../../../src/model/fold/thread/thread-draft.js";

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

  test("that is outdated gives way to anything", () => {
    expect(summaryOf("All done.", "The lexer is not finished yet.", true)).toBe("All done.");
    expect(summaryOf("You're welcome!", "The lexer works.", true)).toBe("The lexer works.");
    expect(summaryOf(undefined, "")).toBe("");
  });

  test("has at most 160 characters", () => {
    expect(summaryOf(`Uploads ${"retry jitter queue ".repeat(20)}`, "").length).toBeLessThanOrEqual(160);
  });
});
