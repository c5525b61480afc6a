import { fieldsOf, textOf } from "../payload/fields.js";
import { printedFile, recallQuery } from "../payload/recall.js";
import { answerWith } from "../plugin/agent.js";
import type { Wire } from "../plugin/wire.js";
import type { Recalling } from "../port.js";

/** pi is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`: the extension changes its arguments. */
export function readRecall(wire: Wire): Recalling | undefined {
  const input = fieldsOf(wire.tool_input);
  // The tool of our extension takes the same way.
  const asked = wire.tool_name === "tidemark_recall" ? textOf(input["query"]) : undefined;
  if (asked !== undefined) return { query: asked, handOver: (file) => answerWith({ input: { path: file } }) };
  const isRead = wire.tool_name === "read";
  const path = isRead
    ? textOf(input["path"])
    : wire.tool_name === "bash"
      ? printedFile(textOf(input["command"]) ?? "")
      : undefined;
  const query = path === undefined ? undefined : recallQuery(path);
  if (query === undefined) return undefined;
  return {
    query,
    handOver: (file) => answerWith({ input: isRead ? { path: file } : { command: `cat ${quoted(file)}` } }),
  };
}

// Also on Windows this runs in a POSIX shell.
function quoted(file: string): string {
  return `'${file.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`;
}
