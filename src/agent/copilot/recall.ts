import { type Fields, fieldsOf, textOf } from "../payload/fields.js";
import { printedFile, recallQuery } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import { eventOf, type Wire } from "./wire.js";

/** Copilot CLI is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (eventOf(wire) !== "preToolUse") return undefined;
  const input = fieldsOf(wire.toolArgs);
  const tool = wire.toolName;
  const path =
    tool === "view"
      ? textOf(input["path"])
      : tool === "bash"
        ? printedFile(textOf(input["command"]) ?? "")
        : undefined;
  const query = path === undefined ? undefined : recallQuery(path);
  if (query === undefined) return undefined;
  return {
    query,
    handOver: (file) => redirect(tool === "view" ? viewInput(input, file) : catInput(input, file)),
  };
}

// Allowed without asking, because it is exactly this: one file of ours is read, and nothing of the call is taken over
// that could make it more.
function redirect(modifiedArgs: Fields): string {
  return JSON.stringify({ permissionDecision: "allow", modifiedArgs });
}

function viewInput({ view_range }: Fields, file: string): Fields {
  return { path: file, ...(view_range === undefined ? {} : { view_range }) };
}

function catInput({ description }: Fields, file: string): Fields {
  const quoted = `'${file.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`;
  return { command: `cat ${quoted}`, description: textOf(description) ?? "Ask the memory" };
}
