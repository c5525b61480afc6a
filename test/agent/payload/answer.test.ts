import { describe, expect, test } from "vitest";
import { readAnswers } from "../../../src/agent/payload/answer.js";

const options = [
  { label: "Redis", description: "One more service" },
  { label: "Memcached", description: "Simpler" },
];
const cache = { id: "cache", question: "Which cache?", header: "Cache", options };
const name = { id: "name", question: "What is its name?", header: "Name" };
const redis = { question: "Which cache?", choice: "Redis", others: ["Memcached"] };

describe("answers", () => {
  test.each([
    ["Claude Code", "AskUserQuestion", { questions: [cache] }, { answers: { "Which cache?": "Redis" } }],
    ["Codex", "request_user_input", { questions: [cache] }, '{"answers":{"cache":{"answers":["Redis"]}}}'],
    ["Gemini CLI", "ask_user", { questions: [cache] }, { llmContent: '{"answers":{"0":"Redis"}}' }],
    [
      "Qwen Code",
      "ask_user_question",
      { questions: [cache] },
      { llmContent: "User has provided the following answers:\n\n**Cache**: Redis" },
    ],
    [
      "OpenCode",
      "question",
      { questions: [cache] },
      'User has answered your questions: "Which cache?"="Redis". You can now continue.',
    ],
    [
      "Copilot CLI",
      "ask_user",
      { question: "Which cache?", choices: ["Redis", "Memcached"] },
      "User selected: Redis",
    ],
  ])("of the person in %s", (_, tool, input, response) => {
    expect(readAnswers(tool, input, response)).toMatchObject([redis]);
  });

  test("may contain quotes and stand beside others", () => {
    const said =
      'User has answered your questions: "Which cache?"="Redis", "What is its name?"="call it "the cart", please". You can now continue with the answers.';
    expect(readAnswers("AskUserQuestion", { questions: [cache, name] }, said)).toMatchObject([
      redis,
      { question: "What is its name?", choice: 'call it "the cart", please', others: [], isFree: true },
    ]);
  });

  test.each([
    ["the dialog was closed", { llmContent: "User dismissed ask_user dialog without answering." }],
    ["no person answered", { llmContent: '{"answers":{"0":"Auto-selected in YOLO mode"}}' }],
    ["the answer is empty", { answers: { "Which cache?": "" } }],
    ["the answer is odd", { answers: 7 }],
    ["the call has not ended", undefined],
  ])("are none if %s", (_, response) => {
    expect(readAnswers("ask_user", { questions: [cache] }, response)).toBeUndefined();
  });

  test("are only read from questions", () => {
    expect(
      readAnswers("Bash", { questions: [cache] }, { answers: { "Which cache?": "Redis" } }),
    ).toBeUndefined();
  });
});
