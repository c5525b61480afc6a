import { fieldsOf, textOf } from "../payload/fields.js";
import { printedFile, recallQuery } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import type { Wire } from "./wire.js";

/** Codex is about to read `.ai/recall/<query>`: it has no tool for reading and prints files by the shell. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse" || wire.tool_name !== "Bash") return undefined;
  const path = printedFile(textOf(fieldsOf(wire.tool_input)["command"]) ?? "");
  const query = path === undefined ? undefined : recallQuery(path);
  if (query === undefined) return undefined;
  return {
    query,
    handOver: (file) => redirect(`cat '${file.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`),
  };
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
