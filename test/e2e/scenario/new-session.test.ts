import { beforeEach, describe, expect, test } from "vitest";
import { Story } from "./story.js";

const HOUR = 60;

let story: Story;
beforeEach(() => {
  story = new Story();
});

function work(session: string): void {
  story.session(
    session,
    0,
    "Create an SPL token on Solana with the Anchor framework",
    ["programs/token/src/lib.rs", "tests/token.ts"],
    "The Solana token program compiles; minting is tested.",
  );
}

test("the first use shows what memory can do, and nothing else", () => {
  const told = story.start("a", 0);
  expect(told.split("\n")).toEqual([
    "Tidemark · first session in this project",
    expect.stringContaining('Memory: Read(".ai/recall/<query>")'),
  ]);
  expect(told.length).toBeLessThanOrEqual(250);
  expect(story.ask("a", 0, "Create a token on Solana")).toBe("");
});

test("later messages of the same session get no new-session context", () => {
  work("a");
  expect(story.start("b", 10)).toMatch(/^Tidemark · last session ~/);
  for (const prompt of ["Add a burn instruction", "and a test for it", "go on"]) {
    expect(story.ask("b", 11, prompt)).not.toMatch(/session about|new session|resumption|Last request/);
    story.stop("b", 11, "Done.");
  }
});

test("a new session is told the hot thread and the time that went by", () => {
  work("a");
  const told = story.start("b", 2 * HOUR + 15);
  expect(told).toMatch(/^Tidemark · new session after 2 h 15 min/);
  expect(told).toMatch(/^Thread: "Create an SPL token on Solana with the Anchor framework"/m);
  expect(told).toMatch(/Solana token program compiles; minting (?:is )?tested/);
  expect(told).toContain('Memory: Read(".ai/recall/<query>")');
  expect(told.length).toBeLessThanOrEqual(700);
});

describe("a first message with a word that memory knows", () => {
  const suggestion = 'Memory knows about "solana": Read(".ai/recall/solana")';

  test("brings a suggestion to recall it", () => {
    work("a");
    story.start("b", 45);
    expect(story.ask("b", 45, "How did we deploy to Solana?")).toContain(suggestion);
    expect(story.ask("b", 46, "And is Solana cheap?")).not.toContain(suggestion);
  });

  test("brings it with everything else where the start was not seen", () => {
    work("a");
    const told = story.ask("b", 45, "How did we deploy to Solana?");
    expect(told).toMatch(/^Tidemark · last session 45 min ago/);
    expect(told).toContain(suggestion);
  });

  test("unlike one with none", () => {
    work("a");
    story.start("b", 45);
    expect(story.ask("b", 45, "Write a poem about the sea")).not.toContain("Memory knows");
  });
});

test("what was stated is told at the start, and what was stated since on the prompt that needs it", () => {
  work("a");
  story.cli(["remember", "fact", "The validator listens on port 8899"]);
  expect(story.start("b", 45)).toContain("Known: The validator listens on port 8899");
  expect(story.ask("b", 46, "Which port has the validator?")).not.toContain("8899");
  story.stop("b", 46, "Port 8899.");
  story.cli(["remember", "fact", "The faucet gives two coins a day"], 47);
  expect(story.ask("b", 48, "Is the faucet empty?")).toContain("Known: The faucet gives two coins a day");
});

test("one that starts beside another of an unknown process, which gave a sign a moment ago, hears that", () => {
  story.ask("a", 0, "Create an SPL token on Solana", { CLAUDE_PID: "" });
  expect(story.start("b", 1)).toMatch(/^Tidemark · another session is at work here/);
  expect(story.start("c", 3)).toMatch(/^Tidemark · continuing after/);
  story.ask("a", 4, "and a test for it", { CLAUDE_PID: "" });
  story.stop("a", 4, "Done.");
  expect(story.start("d", 5)).not.toContain("another session");
});

describe("without a hot thread", () => {
  const summary = "The user is moving the token to a new mint authority; tests pass.";

  // Connected in the middle of a session: no prompt of it was seen, so no thread has begun.
  beforeEach(() => {
    story.run("a", 0, "anchor test");
    story.compact("a", 1, summary);
  });

  test("the summary of a compaction less than two hours ago is told", () => {
    expect(story.start("b", HOUR + 50)).toContain(`Before the compaction: ${summary}`);
  });

  test("an older one is not", () => {
    expect(story.start("b", 2 * HOUR + 5)).not.toContain("mint authority");
  });
});
