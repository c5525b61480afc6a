import { expect, test } from "vitest";
import { speakerIn } from "../../src/project/env.js";

test.each([
  ["a person's shell", {}, undefined],
  [
    "an agent's",
    { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "3f2a-11" },
    { session: "3f2a-11", agent: "claude" },
  ],
  ["one that does not say which session", { CLAUDECODE: "1" }, { session: "", agent: "claude" }],
  [
    "one that says nonsense",
    { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "a\nb" },
    { session: "", agent: "claude" },
  ],
  ["Codex'", { CODEX_CI: "1", CODEX_SESSION_ID: "01a1-e3" }, { session: "01a1-e3", agent: "codex" }],
  ["one of Gemini CLI", { GEMINI_CLI: "1" }, { session: "", agent: "gemini" }],
  ["a hook's of Gemini CLI", { GEMINI_SESSION_ID: "77-b" }, { session: "77-b", agent: "gemini" }],
  ["Qwen Code's", { QWEN_CODE: "1", QWEN_CODE_SESSION_ID: "4b-4" }, { session: "4b-4", agent: "qwen" }],
  ["OpenCode's", { OPENCODE: "1", AGENT: "1" }, { session: "", agent: "opencode" }],
  ["Copilot's", { COPILOT_AGENT_SESSION_ID: "c6-a" }, { session: "c6-a", agent: "copilot" }],
  ["pi's", { PI_CODING_AGENT: "true", PI_SESSION_ID: "01-b" }, { session: "01-b", agent: "pi" }],
  [
    "one that an agent opened in the shell of another",
    { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "3f2a-11", CODEX_SESSION_ID: "01a1-e3" },
    { session: "01a1-e3", agent: "codex" },
  ],
  ["one that is only said to be no agent's", { OPENCODE: "0", CODEX_CI: "" }, undefined],
])("who speaks in %s", (_, env, speaker) => {
  expect(speakerIn(env)).toEqual(speaker);
});
