import { type Readers, readQuestion, toldForReader } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import type { Wire } from "./hooks.js";

const READER = "read_file";
const READERS: Readers = {
  shell: "run_shell_command",
  reader: READER,
  paths: ["file_path", "absolute_path"],
};

/** Uses Qwen Code's name for the reading tool. */
export function worded(text: string): string {
  return toldForReader(text, READER);
}

/** Qwen Code cannot redirect a call, so deny it and give the answer as the reason. */
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
