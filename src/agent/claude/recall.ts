import type { Fields } from "../payload/fields.js";
import { catOf, type Readers, readQuestion } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import type { Recalling } from "../port.js";

const READERS: Readers = { shell: "Bash", reader: "Read", paths: ["file_path"] };

/** Claude is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  const question = readQuestion(wire.tool_name, wire.tool_input, READERS);
  if (question === undefined) return undefined;
  const { query, isCat, input } = question;
  return { query, handOver: (file) => redirect(isCat ? catInput(input, file) : readInput(input, file)) };
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
  return { command: catOf(file), ...(description === undefined ? {} : { description }) };
}
