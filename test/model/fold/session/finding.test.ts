import { describe, expect, it } from "vitest";
import {
  addStatements,
  NO_FINDINGS,
  readStatements,
  readSummaryStatements,
} from "../../../../src/model/fold/session/finding.js";

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

  it("keeps all next actions until they are done, each once", () => {
    const asked = told(
      ["user", "next: add a mutex"],
      ["user", "TODO: rerun the flaky suite"],
      ["agent", "Done. Next: write the docs"],
    );
    const next = (found: typeof asked) => found.next.map(({ text }) => text);
    expect(next(asked)).toEqual(["add a mutex", "rerun the flaky suite", "write the docs"]);
    const leftAfter = (text: string) => next(addStatements(asked, readStatements(text, "agent"), "agent", 9));
    expect(leftAfter("I added a mutex around the counter.")).toEqual([
      "rerun the flaky suite",
      "write the docs",
    ]);
    expect(leftAfter("Next: Write the docs")).toEqual([
      "add a mutex",
      "rerun the flaky suite",
      "Write the docs",
    ]);
    expect(leftAfter("Added a log line to the worker.")).toHaveLength(3);
  });

  it("drops an obstacle when somebody says how it was overcome", () => {
    const stuck = told(["agent", "I'm blocked on the missing staging credentials."]);
    expect(stuck.blocked).toHaveLength(1);
    const leftAfter = (text: string) =>
      addStatements(stuck, readStatements(text, "agent"), "agent", 2).blocked;
    expect(leftAfter("Resolved the missing staging credentials: they come from the vault now.")).toEqual([]);
    expect(leftAfter("Fixed the missing import in the staging script.")).toHaveLength(1);
  });

  it.each([
    ["I'm blocked by the missing API key", "I got the API key"],
    ["I'm blocked by the missing API key", "The key works now."],
    ["I'm blocked by the missing API key", "resolved"],
    ["waiting for ops to open port 443", "the port is open now"],
    ["on attend que les ops ouvrent le port 443", "c'est débloqué"],
    ["the staging database is down so I cannot test", "the staging database is back up"],
    ["we need ollama running before that works", "ollama is running now"],
    ["Il manque la clé d'API de production.", "j'ai reçu la clé d'API de production"],
    ["blocked by the missing API key", "I added the API key to the vault."],
    ["it is unclear which storage format to use", "let's use JSON lines as the storage format"],
  ])("%j is over after %j", (obstacle, word) => {
    const stuck = told(["user", obstacle]);
    expect(stuck.blocked).toHaveLength(1);
    expect(addStatements(stuck, readStatements(word, "user"), "user", 2).blocked).toEqual([]);
    expect(addStatements(stuck, readStatements("The login works now.", "user"), "user", 2).blocked).toEqual(
      stuck.blocked,
    );
  });

  it("clears one of two like obstacles, and none if it is unclear which", () => {
    const stuck = told(
      ["user", "blocked by the API key of Stripe"],
      ["user", "blocked by the API key of Mailgun"],
    );
    const leftAfter = (word: string) =>
      addStatements(stuck, readStatements(word, "user"), "user", 2).blocked.map(({ text }) => text);
    expect(stuck.blocked).toHaveLength(2);
    expect(leftAfter("I got the API key of Stripe")).toEqual(["the API key of Mailgun"]);
    expect(leftAfter("the API key works now")).toHaveLength(2);
    expect(leftAfter("resolved")).toHaveLength(2);
  });

  it("takes from a summary only what it calls a decision", () => {
    const summary =
      "1. The user said let's use Redis. Next: write the docs.\n\nDecided: ISO 4217\n\n## Key decisions\n- JSON lines";
    const { decisions, next } = readSummaryStatements(summary);
    expect(decisions.map(({ choice }) => choice)).toEqual(["ISO 4217", "JSON lines"]);
    expect(next).toEqual([]);
  });

  it("learns nothing from a question", () => {
    expect(told(["user", "Should we use Redis or Postgres?"]).decisions).toEqual([]);
  });
});
