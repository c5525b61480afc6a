import { fieldsOf, textOf } from "../payload/fields.js";
import { printedFile, recallQuery } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import type { Wire } from "./wire.js";

/**
 * Qwen Code is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`. It cannot be led to another file:
 * the call is denied, and the reason is the answer.
 */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  const input = fieldsOf(wire.tool_input);
  const path =
    wire.tool_name === "read_file"
      ? (textOf(input["file_path"]) ?? textOf(input["absolute_path"]))
      : wire.tool_name === "run_shell_command"
        ? printedFile(textOf(input["command"]) ?? "")
        : undefined;
  const query = path === undefined ? undefined : recallQuery(path);
  return query === undefined ? undefined : { query, handOver: (_, text) => deny(text) };
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
