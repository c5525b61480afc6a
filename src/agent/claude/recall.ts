import { type Fields, fieldsOf, textOf } from "../payload/fields.js";
import { printedFile, recallQuery } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import type { Wire } from "./wire.js";

/** Claude is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  const input = fieldsOf(wire.tool_input);
  const tool = wire.tool_name;
  const path =
    tool === "Read"
      ? textOf(input["file_path"])
      : tool === "Bash"
        ? printedFile(textOf(input["command"]) ?? "")
        : undefined;
  const query = path === undefined ? undefined : recallQuery(path);
  if (query === undefined) return undefined;
  return {
    query,
    handOver: (file) => redirect(tool === "Read" ? readInput(input, file) : catInput(input, file)),
  };
}

// Allowed without asking, because it is exactly this: one file of ours is read, and nothing of the call is taken over
// that could make it more.
function redirect(updatedInput: Fields): string {
  const permissionDecision = "allow";
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, updatedInput },
  });
}

function readInput({ offset, limit }: Fields, file: string): Fields {
  return {
    file_path: file,
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function catInput({ description }: Fields, file: string): Fields {
  // Also on Windows this runs in a POSIX shell.
  const quoted = `'${file.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`;
  return { command: `cat ${quoted}`, ...(description === undefined ? {} : { description }) };
}
