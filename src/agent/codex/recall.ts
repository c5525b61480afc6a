import { catOf, readQuestion, toldForShell } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import type { Recalling } from "../port.js";

/** What is said to the model, which has no other way to read. */
export const worded = toldForShell;

/** Codex is about to read `.ai/recall/<query>`: it has no tool for reading and prints files by the shell. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  const question = readQuestion(wire.tool_name, wire.tool_input, { shell: "Bash" });
  return question && { query: question.query, handOver: (file) => redirect(catOf(file)) };
}

// Allowed without asking, because it is exactly this: one file of ours is printed. One field more, and Codex drops it.
function redirect(command: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { command },
    },
  });
}
