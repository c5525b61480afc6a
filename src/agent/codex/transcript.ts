import type { Env } from "../../host/env.js";
import type { Fields } from "../payload/fields.js";
import { joinTexts, lastWordsIn } from "../record/row.js";
import { readRollout, readRow } from "./rollout.js";

/** The agent's texts since its turn began, oldest first. */
export function readLastWords(path: string | undefined, env: Env): readonly string[] {
  return lastWords(readRollout(path, env));
}

/** The first line may be cut. */
export function lastWords(lines: readonly string[]): readonly string[] {
  return lastWordsIn(lines, (line) => {
    // A finished turn has reported its texts.
    if (line.includes('"type":"task_started"') || line.includes('"type":"task_complete"')) return false;
    // The output of hooks has the role "developer".
    if (!line.includes('"role":"assistant"') || line.includes('"type":"compacted"')) return "";
    const { type, payload, metadata } = readRow(line);
    if (type !== "response_item" || payload["role"] !== "assistant") return "";
    // Codex writes a summary for itself alone.
    return metadata["compaction_output"] === true ? "" : joinTexts(payload["content"], isOutput);
  });
}

/** The summary of the last compaction. */
export function compactionSummary(lines: readonly string[]): string {
  const line = lines.findLast((text) => text.includes('"compaction_output":true'));
  return line === undefined ? "" : joinTexts(readRow(line).payload["content"], isOutput);
}

function isOutput(part: Fields): boolean {
  return part["type"] === "output_text";
}
