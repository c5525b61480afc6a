import { describe, expect, test } from "vitest";
import { explanationLines, recallLines } from "../../src/recall/command/recall-print.js";
import { NOW, recalled, recollection } from "../brief/recall-sample.js";

const plain = (text: string) => text;
const style = {
  bold: plain,
  dim: plain,
  cyan: plain,
  green: (text: string) => `[${text}]`,
  yellow: (text: string) => `!${text}!`,
};
const view = { style, now: NOW, project: "p" };

describe("a recall for people", () => {
  test("marks the words, and says where each memory comes from and how to open it", () => {
    expect(recallLines(recalled([recollection()]), view)).toEqual([
      "1 of 1 that match, best first (10 looked through)",
      "",
      '1. The agent decided 5 h ago · thread "Uploads" · branch feat/retry',
      "   [Retries] wait with full jitter",
      "   The user asked: Which backoff?",
      "   Files: src/retry.ts",
      "   Open: tidemark session 01234567 · tidemark memory show 0mi1zq8k2abc.decision",
    ]);
  });

  test("marks what was superseded, what is gone and what was changed since", () => {
    const memory = recollection({
      superseded: "0mi9999999999999.decision",
      stale: { gone: ["src/a.ts"], changed: ["src/b.ts"] },
    });
    const lines = recallLines(recalled([memory]), view);
    expect(lines).toContain("   !superseded by 0mi999999999.decision!");
    expect(lines).toContain("   No longer there: !src/a.ts!");
    expect(lines).toContain("   Changed since: !src/b.ts!");
  });

  test("opens each kind by the command that shows it, and what is elsewhere by its session alone", () => {
    const opening = (over: Parameters<typeof recollection>[0]) =>
      recallLines(recalled([recollection(over)]), view).find((line) => line.includes("Open:"));
    expect(opening({ kind: "pin", id: "0mp", session: "" })).toBe("   Open: tidemark pins");
    expect(opening({ kind: "thread", id: "t3f", session: "" })).toBe("   Open: tidemark thread t3f");
    expect(opening({ project: "q", projectName: "other" })).toBe("   Open: tidemark session 01234567");
    expect(opening({ project: "q", projectName: "other", session: "" })).toBeUndefined();
  });

  test("explains each place, on demand", () => {
    const asked = recalled([recollection()], {
      kinds: ["decision", "decision"],
      time: { month: 4, year: 2026 },
    });
    const lines = recallLines(asked, { ...view, explain: true });
    expect(lines[1]).toBe("Looked for the words retry; the time 2026-05; the kinds decision");
    expect(lines.slice(-3)).toEqual([
      "   score 3.25",
      "     words       +3.50  the asked words it has, against the best found",
      "     superseded  −0.25  something took its place",
    ]);
    expect(explanationLines(asked)).toEqual([
      "Looked for the words retry; the time 2026-05; the kinds decision",
      "1. score 3.25",
      "     words       +3.50  the asked words it has, against the best found",
      "     superseded  −0.25  something took its place",
    ]);
  });
});
