import { type Readers, readQuestion, toldForReader } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import type { Wire } from "./hooks.js";

const READER = "read_file";
const READERS: Readers = {
  shell: "run_shell_command",
  reader: READER,
  paths: ["file_path", "absolute_path"],
};

/** What is said to the model, with the name its tool for reading has there. */
export function worded(text: string): string {
  return toldForReader(text, READER);
}

/**
 * Qwen Code is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`. It cannot be led to another file:
 * the call is denied, and the reason is the answer.
 */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  const question = readQuestion(wire.tool_name, wire.tool_input, READERS);
  return question && { query: question.query, handOver: (_, text) => deny(text) };
}

function deny(reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  });
}
