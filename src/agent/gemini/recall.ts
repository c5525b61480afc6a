import { catOf, type Readers, readQuestion, toldForReader } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import type { Wire } from "./hooks.js";

const READER = "read_file";
const READERS: Readers = {
  shell: "run_shell_command",
  reader: READER,
  paths: ["file_path", "absolute_path"],
};

/** Uses Gemini CLI's name for the reading tool. */
export function worded(text: string): string {
  return toldForReader(text, READER);
}

/**
 * Redirects a plain `cat` to the answer. Gemini CLI's own tool reads only inside the project, so deny that call and give
 * the answer as the reason.
 */
export function readRecall(wire: Wire): (Recalling & { readonly isDenied: boolean }) | undefined {
  if (wire.hook_event_name !== "BeforeTool") return undefined;
  const question = readQuestion(wire.tool_name, wire.tool_input, READERS);
  if (question === undefined) return undefined;
  const { query, isCat } = question;
  return { query, isDenied: !isCat, handOver: (file, text) => (isCat ? redirect(file) : deny(text)) };
}

function deny(reason: string): string {
  return JSON.stringify({ decision: "deny", reason });
}

/** These fields replace the model's; the rest of the call stays. */
function redirect(file: string): string {
  const tool_input = { command: catOf(file) };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } });
}
