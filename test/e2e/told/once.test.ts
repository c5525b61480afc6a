import { expect, test } from "vitest";
import { Story } from "../scenario/story.js";
import { repeatedIn } from "./repeated.js";

test("a next step that is an open task is told once, and without its label twice", () => {
  const story = new Story();
  story.ask("a", 0, "Set up the package registry");
  story.plan("a", 1, [
    ["Create the tables", "completed"],
    ["Sync and test the installation", "in_progress"],
  ]);
  story.stop("a", 2, "Next: sync and test the installation");
  const told = story.start("b", 7);
  expect(told).not.toContain("Next: Next:");
  expect(repeatedIn(told)).toEqual([]);
});

test("after an interruption, an open task is not told again as what another thread left", () => {
  const story = new Story();
  story.ask("a", 0, "Set up the package registry");
  story.plan("a", 1, [
    ["Create the tables", "completed"],
    ["Sync and test the installation", "in_progress"],
  ]);
  story.edit("a", 2, "src/registry.ts");
  story.stop("a", 3, "The tables exist.");
  story.start("b", 9);
  story.ask("b", 10, "Round the totals of the invoice");
  story.run("b", 10, "ls");
  const told = story.start("c", 30);
  expect(told).toMatch(/^Interrupted/m);
  expect(told).toMatch(/^Open \(1 of 2\): Sync and test the installation$/m);
  expect(told.match(/Sync and test the installation/g)).toHaveLength(1);
});

test("a request that is the title of another thread is not told as asked before", () => {
  const story = new Story();
  story.session(
    "a",
    0,
    "Limit how many requests a client may send per minute",
    ["src/app.ts"],
    "The README describes the quota.",
  );
  story.session(
    "b",
    3,
    "now let's do something different. I want tenants to receive their rent statement as a PDF",
    ["src/app.ts"],
    "The statement is rendered.",
  );
  expect(repeatedIn(story.start("c", 10))).toEqual([]);
});

test("an item of a list is not told beside the list", () => {
  const story = new Story();
  story.ask("a", 0, "Make the shop take several currencies");
  story.compact(
    "a",
    3,
    "<summary>\n7. Pending Tasks:\n   - Round the yen to whole numbers\n   - Translate the symbols\n</summary>",
  );
  expect(story.start("b", 10)).not.toContain("Pending Tasks: Round");
});

test("the sentence above a pasted plan is no part of it, and its steps are told", () => {
  const story = new Story();
  story.ask(
    "a",
    0,
    "Implement the following plan:\n\n# Plan: Cache the cart\n\n## Changes\n\n### 1. Add the client\n\n### 2. Read through it\n",
  );
  story.edit("a", 1, "src/cart.ts");
  story.stop("a", 2, "The client is added.");
  const told = story.start("b", 6);
  expect(told).not.toMatch(/Implement (?:the )?following plan/);
  expect(told).toContain("Read through it");
});

test("the profile is told hours later", () => {
  const story = new Story();
  story.session("a", 0, "Write the invoice page", ["src/invoice.ts"], "It is written.");
  story.cli(["profile", "set-role", "backend developer"]);
  expect(story.start("b", 125)).toMatch(/^Profile: backend developer/m);
});
