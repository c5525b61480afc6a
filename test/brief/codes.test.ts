import { describe, expect, test } from "vitest";
import { compose } from "../../src/brief/compose.js";
import { recorded } from "./situation-arbitrary.js";
import { hour, past, situation, work } from "./situation-sample.js";

describe("codes", () => {
  const facts = [
    {
      id: "1",
      kind: "decision" as const,
      text: "three tries",
      reason: "the API is flaky",
      rejected: ["a queue"],
      by: "user" as const,
      at: 0,
      session: "",
    },
  ];

  test("are bare lines", () => {
    expect(compose(situation({ style: "codes", facts })).text.split("\n")).toEqual([
      "<recorded>",
      "proj:photo-box",
      "ask:Add-retry-with-jitter-to-uploads",
      "impl:src/upload/send.ts",
      "impl:src/upload/retry.ts",
      "impl:retryUpload",
      "dec:three-tries-because-the-API-is-flaky-not-a-queue",
      "block:failing:npm test",
      "next:test-the-third-failure",
      "next:document-the-limits",
      "</recorded>",
    ]);
  });

  test("say what was interrupted", () => {
    const cut = situation({ style: "codes", interrupted: { target: "npm run migrate" } });
    expect(compose(cut).text).toContain("\nblock:interrupted:npm run migrate\n");
  });

  test("speak of the session that left something, beside what was asked and cut off last", () => {
    const { about: worked } = recorded(work, "immediate");
    const question = past([{ type: "prompt.submitted", data: { text: "How does the retry end?" } }]);
    const asked = { ...recorded(question, "immediate"), ...(worked === undefined ? {} : { worked }) };
    const { text } = compose(situation({ style: "codes", ...asked, interrupted: {} }));
    expect(text.split("\n")).toEqual(
      expect.arrayContaining([
        "ask:How-does-the-retry-end?",
        "impl:src/upload/retry.ts",
        "block:interrupted:How does the retry end?",
        "block:failing:npm test",
        "next:document-the-limits",
      ]),
    );
  });

  test("leave an archived session out, but neither pins nor what was declared", () => {
    const old = { style: "codes", kind: "later", elapsed: 8 * 24 * hour } as const;
    const pins = [{ id: "1", text: "Use pnpm", priority: "high" as const, createdAt: 0 }];
    expect(compose(situation(old)).text).toBe("");
    expect(compose(situation({ ...old, pins, facts })).keys).toEqual(["proj", "pin", "dec"]);
    expect(compose(situation({ ...old, elapsed: 6 * 24 * hour })).keys).toContain("impl");
  });

  test("where not all fits keep what is to be done, and say how much is missing", () => {
    const { text, trace } = compose(situation({ style: "codes", facts }), 150);
    expect(text).toContain("next:document-the-limits");
    expect(text).toContain("block:failing:npm test");
    expect(text).toContain(`more:${trace.filter(({ said }) => !said).length}\n`);
  });
});
