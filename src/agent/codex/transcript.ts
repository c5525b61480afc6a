import type { Env } from "../../host/env.js";
import type { Fields } from "../payload/fields.js";
import { joinTexts, lastWordsIn } from "../record/row.js";
import { readRollout, readRow } from "./rollout.js";

/** What the agent said since its turn began, oldest first, from the end of its record. */
export function readLastWords(path: string | undefined, env: Env): readonly string[] {
  return lastWords(readRollout(path, env));
}

/** The same from the lines of a record; the first may be cut. */
export function lastWords(lines: readonly string[]): readonly string[] {
  return lastWordsIn(lines, (line) => {
    // A turn that has told its end has told its words too.
    if (line.includes('"type":"task_started"') || line.includes('"type":"task_complete"')) return false;
    // What hooks told the model has the role of a developer.
    if (!line.includes('"role":"assistant"') || line.includes('"type":"compacted"')) return "";
    const { type, payload, metadata } = readRow(line);
    if (type !== "response_item" || payload["role"] !== "assistant") return "";
    // Codex writes a summary for itself alone.
    return metadata["compaction_output"] === true ? "" : joinTexts(payload["content"], isOutput);
  });
}

/** The summary that stands in place of what was compacted last. */
export function compactionSummary(lines: readonly string[]): string {
  const line = lines.findLast((text) => text.includes('"compaction_output":true'));
  return line === undefined ? "" : joinTexts(readRow(line).payload["content"], isOutput);
}

function isOutput(part: Fields): boolean {
  return part["type"] === "output_text";
}
