import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.js";

export const STORY = "aaaa1111-0000-4000-8000-000000000001";

/** A session in which a bit of everything happens, told through the built hooks. */
export function tellStory(stage: Stage, session = STORY): void {
  const file = (path: string) => join(stage.project, path);
  const tool = (tool_name: string, tool_input: object, more: object = {}) =>
    stage.hook("PostToolUse", session, { tool_name, tool_input, ...more });
  const todo = (content: string, status: string) => ({ content, status });
  mkdirSync(file("src"), { recursive: true });
  writeFileSync(file("src/retry.ts"), "export function retry() {}\n");

  stage.hook("SessionStart", session, { source: "startup", model: "scripted" });
  stage.hook("UserPromptSubmit", session, {
    prompt: "Add a retry with jitter to the uploads. Let's use three tries because the server is slow.",
  });
  tool("TodoWrite", { todos: [todo("Write the retry", "in_progress"), todo("Describe it", "pending")] });
  tool(
    "Write",
    { file_path: file("src/retry.ts"), content: "export function retry() {}\n" },
    { tool_response: { type: "create" }, duration_ms: 12 },
  );
  tool("Edit", { file_path: file("src/upload.ts"), old_string: "a", new_string: "b" });
  tool("Bash", { command: "git rm src/old.ts" }, { tool_response: { stdout: "" } });
  stage.hook("SubagentStart", session, { agent_id: "sub-1", agent_type: "Explore" });
  stage.hook("SubagentStop", session, {
    agent_id: "sub-1",
    agent_type: "Explore",
    last_assistant_message: "Two callers.",
  });
  const question = { file_path: file(".ai/recall/retry jitter") };
  stage.hook("PreToolUse", session, { tool_name: "Read", tool_input: question });
  tool("Read", question);
  tool("TodoWrite", { todos: [todo("Write the retry", "completed"), todo("Describe it", "pending")] });
  stage.hook("PostToolUseFailure", session, {
    tool_name: "Bash",
    tool_input: { command: "npm test -- retry" },
    error: "Exit code 1\nAssertionError: expected 3 to be 4\nat retry.test.ts:7",
    duration_ms: 1_200,
  });
  stage.hook("PreToolUse", session, {
    tool_name: "Bash",
    tool_input: { command: "npm run migrate" },
    tool_use_id: "call-9",
  });
}
