import { describe, expect, it } from "vitest";
import { addStatements, NO_FINDINGS, readStatements } from "../../../../src/model/fold/session/finding.js";

const told = (...words: [by: "user" | "agent", text: string][]) =>
  words.reduce(
    (found, [by, text], at) => addStatements(found, readStatements(text, by), by, at),
    NO_FINDINGS,
  );

describe("what is found in prompts and closing messages", () => {
  it("keeps the intent of the last prompt that has one", () => {
    const found = told(["user", "Add retry with jitter to the uploads."], ["user", "ok"]);
    expect(found.intent).toMatch(/retry with jitter/i);
  });

  it("keeps a decision with its reason, and drops it when another one rejects it", () => {
    const first = told(["user", "Let's use Redis for the queue because it is already there."]);
    expect(first.decisions[0]?.choice).toMatch(/Redis/);
    const second = addStatements(
      first,
      readStatements("We decided to use Postgres for the queue instead of Redis.", "user"),
      "user",
      9,
    );
    expect(second.decisions.map(({ choice }) => choice).join()).toMatch(/Postgres/);
    expect(second.decisions.some(({ choice }) => /Redis/.test(choice))).toBe(false);
  });

  it("lets the latest closing message say what is left, and takes out what is done", () => {
    const found = told(
      ["agent", "Next steps:\n- write the docs page\n- test the third failure"],
      ["agent", "Done: test the third failure."],
    );
    expect(found.next.map(({ text }) => text).join("; ")).toMatch(/docs page/);
    expect(found.next.map(({ text }) => text).join("; ")).not.toMatch(/third failure/);
  });

  it("drops an obstacle when somebody says how it was overcome", () => {
    const stuck = told(["agent", "I'm blocked on the missing staging credentials."]);
    expect(stuck.blocked).toHaveLength(1);
    const leftAfter = (text: string) =>
      addStatements(stuck, readStatements(text, "agent"), "agent", 2).blocked;
    expect(leftAfter("Resolved the missing staging credentials: they come from the vault now.")).toEqual([]);
    expect(leftAfter("Fixed the missing import in the staging script.")).toHaveLength(1);
  });

  it("learns nothing from a question", () => {
    expect(told(["user", "Should we use Redis or Postgres?"]).decisions).toEqual([]);
  });
});
