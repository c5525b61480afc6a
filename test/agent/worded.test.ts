import { expect, test } from "vitest";
import { RESUMABLE } from "../../src/agent/adapters.js";
import { claude } from "../../src/agent/claude/agent.js";
import { agentNamed } from "../../src/hook/agents.js";

const TOLD = 'The uploads fail. Memory: Read(".ai/recall/<query>")';

test.each(RESUMABLE.map((agent) => [agent.name, agent] as const))(
  "what %s is told is what resume shows of it",
  (name, { worded }) => {
    const agent = name === "claude" ? claude : agentNamed(name);
    const shown = worded?.(TOLD) ?? TOLD;
    expect(agent?.say("SessionStart", TOLD)).toContain(JSON.stringify(shown).slice(1, -1));
  },
);

test.each([
  ["codex", 'cat ".ai/recall/<query>"'],
  ["gemini", 'read_file(".ai/recall/<query>")'],
  ["qwen", 'read_file(".ai/recall/<query>")'],
  ["copilot", 'view(".ai/recall/<query>")'],
])("%s is told of its own way to read", (name, way) => {
  const agent = RESUMABLE.find((one) => one.name === name);
  expect(agent?.worded?.(TOLD)).toBe(`The uploads fail. Memory: ${way}`);
});
