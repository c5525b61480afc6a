import { describe, expect, test } from "vitest";
import { relevantThreads } from "../../../../src/brief/view.js";
import { foldThreads } from "../../../../src/model/fold/thread/stored-threads.js";
import { NO_THREADS } from "../../../../src/model/fold/thread/thread-state.js";
import { wordsOf } from "../../../../src/text/prose/topic.js";
import { turn } from "./thread-turn-sample.js";

const { state } = foldThreads(undefined, [
  turn(1, "Retry failed uploads with jitter", { edited: ["src/upload/retry.ts"], branch: "feat/retry" }),
  turn(20, "Render invoices as PDF documents", {
    session: "s2",
    edited: ["src/invoice/pdf.ts"],
    branch: "main",
  }),
  turn(40, "Translate the footer into French", { session: "s3", edited: ["web/footer.ts"], branch: "main" }),
]);
const now = turn(41, "").at;
const nothing = { words: [], files: [], now };

function titles(asked: Parameters<typeof relevantThreads>[1], limit = 3): string[] {
  return relevantThreads(state, asked, limit).map(({ title }) => title.split(" ")[0] ?? "");
}

describe("relevant threads", () => {
  test("are the recent ones where nothing is known", () => {
    expect(titles(nothing)).toEqual(["Translate", "Render", "Retry"]);
    expect(titles(nothing, 1)).toEqual(["Translate"]);
  });

  test("those of the words asked for come first, and the hot one stays", () => {
    expect(titles({ ...nothing, words: wordsOf("why do uploads have no jitter?") })).toEqual([
      "Retry",
      "Translate",
    ]);
  });

  test("those of the files come first", () => {
    expect(titles({ ...nothing, files: ["src/invoice/pdf.ts"] })).toEqual(["Render", "Translate", "Retry"]);
  });

  test("ratings move them", () => {
    const [first, second, third] = relevantThreads(state, nothing, 3);
    const rated = (up: string | undefined, down: string | undefined) =>
      new Map([
        [up ?? "", 2],
        [down ?? "", -1],
      ]);
    expect(titles({ ...nothing, ratings: rated(third?.id, first?.id) })).toEqual([
      "Retry",
      "Render",
      "Translate",
    ]);
    expect(titles({ ...nothing, ratings: rated(second?.id, third?.id) })).toEqual([
      "Render",
      "Translate",
      "Retry",
    ]);
  });

  test("talk without work is left out", () => {
    const asked = turn(42, "What is a hexagon?", { session: "s4", tools: 0 });
    const more = foldThreads(state, [turn(41, "Draw tide tables", { edited: ["tide.ts"] }), asked]).state;
    expect(relevantThreads(more, { ...nothing, words: [] }, 9)).toHaveLength(4);
  });

  test("those of the branch, if it is one of its own", () => {
    expect(titles({ ...nothing, branch: "feat/retry" })[0]).toBe("Retry");
    expect(titles({ ...nothing, branch: "main" })[0]).toBe("Translate");
  });

  test("those in focus", () => {
    expect(titles({ ...nothing, focus: ["invoice"] })[0]).toBe("Render");
  });

  test("are none where there is none", () => {
    expect(relevantThreads(NO_THREADS, nothing, 5)).toEqual([]);
  });
});
