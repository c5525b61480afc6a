import { afterEach, beforeEach, expect, test } from "vitest";
import { decisionHolding } from "../../src/brief/carried-over.js";
import { Story } from "../recall/recall-story.js";
import { toldChoices } from "./told-choices.js";

let story: Story;
beforeEach(() => {
  story = new Story();
  story.turn({
    session: "a",
    daysAgo: 0.02,
    ask: "Which backoff and which queue should uploads use?",
    answer:
      "We decided to use full jitter for the upload backoff because all clients come back at once. We decided to use Redis for the job queue.",
  });
});
afterEach(() => story.close());

const choices = () => toldChoices(story);
const found = (word: string) =>
  story.store.memories
    .latest("p", { kind: "decision", limit: 9 })
    .find(({ text, session }) => session !== "" && text.includes(word))!;

test("a decision is told until it is removed, and again once it is restored", () => {
  expect(choices()).toHaveLength(2);
  const { id, kind, text } = found("jitter");
  story.write({ type: "memory.removed", data: { memory: id, kind, text } });
  expect(choices()).toEqual([expect.stringContaining("Redis")]);
  story.turn({ session: "b", daysAgo: 0.01, ask: "Which backoff was it for uploads?", answer: text });
  expect(choices()).toEqual([expect.stringContaining("Redis")]);
  story.write({ type: "memory.restored", data: { memory: id } });
  expect(choices()).toContainEqual(expect.stringContaining("jitter"));
});

test("a decision that a stated one took the place of is not told as holding", () => {
  story.write({
    type: "fact.declared",
    data: { kind: "decision", text: "A table is the queue", supersedes: found("Redis").id, by: "user" },
  });
  expect(choices()).toEqual([expect.stringContaining("jitter")]);
});

test("one that has no memory holds, and one in other words goes with the memory of it", () => {
  const { id, kind, text } = found("jitter");
  story.write({ type: "memory.removed", data: { memory: id, kind, text } });
  const { store } = story;
  const isHolding = decisionHolding(store, "p", store.project("p"));
  expect(isHolding({ choice: "tabs over spaces", rejected: [], session: "a" })).toBe(true);
  expect(isHolding({ choice: "jitter, full, on upload", rejected: [], session: "a" })).toBe(false);
  expect(isHolding({ choice: "jitter, full, on upload", rejected: [], session: "z" })).toBe(true);
});
