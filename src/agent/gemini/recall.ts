import type { Recalling } from "../port.js";
import { printedFile, recallQuery } from "../recall.js";
import { type Fields, fieldsOf, textOf } from "../wire.js";
import type { Wire } from "./wire.js";

/** Gemini CLI is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "BeforeTool") return undefined;
  const input = fieldsOf(wire.tool_input);
  const tool = wire.tool_name;
  const path =
    tool === "read_file"
      ? (textOf(input["file_path"]) ?? textOf(input["absolute_path"]))
      : tool === "run_shell_command"
        ? printedFile(textOf(input["command"]) ?? "")
        : undefined;
  const query = path === undefined ? undefined : recallQuery(path);
  if (query === undefined) return undefined;
  return { query, handOver: (file) => redirect(tool === "read_file" ? { file_path: file } : catInput(file)) };
}

function redirect(input: Fields): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: input } });
}

function catInput(file: string): Fields {
  return { command: `cat '${file.replaceAll("'", "'\\''")}'` };
}
