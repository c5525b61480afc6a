import { catOf, readQuestion, toldForShell } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import type { Recalling } from "../port.js";

export const worded = toldForShell;

/** Codex has no tool for reading: it prints files in the shell. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  const question = readQuestion(wire.tool_name, wire.tool_input, { shell: "Bash" });
  return question && { query: question.query, handOver: (file) => redirect(catOf(file)) };
}

// Allowed without asking: the call only prints one file of ours. Codex drops an answer with any other field.
function redirect(command: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { command },
    },
  });
}
