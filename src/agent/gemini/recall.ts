import { fieldsOf, textOf } from "../payload/fields.js";
import { printedFile, recallQuery } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import type { Wire } from "./wire.js";

/**
 * Gemini CLI is about to read `.ai/recall/<query>`. A plain `cat` is led to the answer; its own tool reads only inside the
 * project, so that call is denied, and the reason is the answer.
 */
export function readRecall(wire: Wire): (Recalling & { readonly isDenied: boolean }) | undefined {
  if (wire.hook_event_name !== "BeforeTool") return undefined;
  const input = fieldsOf(wire.tool_input);
  const isDenied = wire.tool_name === "read_file";
  const path = isDenied
    ? (textOf(input["file_path"]) ?? textOf(input["absolute_path"]))
    : wire.tool_name === "run_shell_command"
      ? printedFile(textOf(input["command"]) ?? "")
      : undefined;
  const query = path === undefined ? undefined : recallQuery(path);
  if (query === undefined) return undefined;
  return { query, isDenied, handOver: (file, text) => (isDenied ? deny(text) : redirect(file)) };
}

function deny(reason: string): string {
  return JSON.stringify({ decision: "deny", reason });
}

/** What is named here takes the place of what the model wrote; all else of the call stays. */
function redirect(file: string): string {
  const tool_input = { command: `cat '${file.replaceAll("'", "'\\''")}'` };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } });
}
