import { describe, expect, test } from "vitest";
import { compose } from "../../src/brief/compose.js";
import { recorded } from "./recorded.js";
import { hour, past, situation, work } from "./situation-sample.js";

describe("codes", () => {
  const decision = {
    id: "1",
    kind: "decision" as const,
    text: "three tries",
    reason: "the API is flaky",
    rejected: ["a queue"],
    by: "user" as const,
    at: 0,
    session: "",
  };
  const facts = [decision];

  test("are bare lines", () => {
    expect(compose(situation({ style: "codes", facts })).text.split("\n")).toEqual([
      "<recorded>",
      "proj:photo-box",
      "ask:Add-retry-with-jitter-to-uploads",
      "impl:src/upload/send.ts",
      "impl:src/upload/retry.ts",
      "impl:retryUpload",
      "dec:three-tries-because-the-API-is-flaky-not-a-queue",
      "block:failing:npm-test",
      "next:test-the-third-failure",
      "next:document-the-limits",
      "</recorded>",
    ]);
  });

  test("say what was interrupted", () => {
    const cut = situation({ style: "codes", interrupted: { target: "npm run migrate" } });
    expect(compose(cut).text).toContain("\nblock:interrupted:npm-run-migrate\n");
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
        "block:interrupted:How-does-the-retry-end?",
        "block:failing:npm-test",
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
    expect(text).toContain("block:failing:npm-test");
    expect(text).toContain(`more:${trace.filter(({ said }) => !said).length}\n`);
  });

  test("give every kind its share if there is too much of one", () => {
    const edits = Array.from({ length: 60 }, (_, at) => ({
      type: "tool.finished" as const,
      data: {
        tool: "Edit",
        action: "edit" as const,
        paths: [`packages/storefront/src/components/checkout/section-number-${at}.tsx`],
        ok: true,
        change: `+export function renderSection${at}() {`,
      },
    }));
    const choices = Array.from({ length: 8 }, (_, at) => ({
      ...decision,
      id: `${at}`,
      text: `choice ${at} of the checkout`,
    }));
    const { text } = compose(
      situation({ style: "codes", facts: choices, ...recorded(past(edits), "immediate") }),
    );
    const codes = text.split("\n");
    expect(codes.filter((code) => code.startsWith("dec:"))).toHaveLength(8);
    expect(codes.filter((code) => code.includes("renderSection")).length).toBeGreaterThan(15);
    expect(codes.filter((code) => code.endsWith(".tsx")).length).toBeGreaterThan(15);
  });

  test("say a thing once, however it is written", () => {
    const wanted = ["Document the limits.", "call the supplier"].map((text, at) => ({
      ...decision,
      id: `${at}`,
      kind: "next" as const,
      text,
    }));
    const codes = compose(situation({ style: "codes", facts: wanted })).text.split("\n");
    expect(codes.filter((code) => code.startsWith("next:"))).toEqual([
      "next:test-the-third-failure",
      "next:document-the-limits",
      "next:call-the-supplier",
    ]);
  });

  test.each([
    ["need:a-running-queue", "block:need:a-running-queue"],
    ["the supplier does not answer", "block:said:the-supplier-does-not-answer"],
  ])("blocker %j: %j", (text, code) => {
    const stated = [{ ...decision, kind: "blocker" as const, text }];
    expect(compose(situation({ style: "codes", facts: stated })).text.split("\n")).toContain(code);
  });

  test("list the tests that passed", () => {
    const run = (command: string, ok: boolean) => ({
      type: "tool.finished" as const,
      data: { tool: "Bash", action: "shell" as const, command, ok },
    });
    const runs = past([
      run("npm test -- cart", true),
      run("npx vitest run", false),
      run("npm run build", true),
    ]);
    const codes = compose(situation({ style: "codes", ...recorded(runs, "immediate") })).text.split("\n");
    expect(codes.filter((code) => code.startsWith("test:"))).toEqual(["test:npm-test----cart"]);
  });
});
