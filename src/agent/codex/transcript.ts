import type { Env } from "../../host/env.js";
import { fieldsOf, listOf, textOf } from "../payload/fields.js";
import { readRollout, readRow } from "./rollout.js";

const MOST = 4;

/** What the agent said since its turn began, oldest first, from the end of its record. */
export function readLastWords(path: string | undefined, env: Env): readonly string[] {
  return lastWords(readRollout(path, env));
}

/** The same from the lines of a record; the first may be cut. */
export function lastWords(lines: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const line of lines.toReversed()) {
    // A turn that has told its end has told its words too.
    if (line.includes('"type":"task_started"') || line.includes('"type":"task_complete"')) break;
    // Most rows are none of ours: parse only what can matter. What hooks told the model is a developer's, not its own.
    if (!line.includes('"role":"assistant"') || line.includes('"type":"compacted"')) continue;
    const { type, payload, metadata } = readRow(line);
    if (type !== "response_item" || payload["role"] !== "assistant") continue;
    // A summary for itself is said to nobody.
    if (metadata["compaction_output"] === true) continue;
    const said = textsOf(payload["content"]);
    if (said !== "") words.push(said);
    if (words.length >= MOST) break;
  }
  return words.reverse();
}

/** The summary that stands in place of what was compacted last. */
export function compactionSummary(lines: readonly string[]): string {
  const line = lines.findLast((text) => text.includes('"compaction_output":true'));
  return line === undefined ? "" : textsOf(readRow(line).payload["content"]);
}

function textsOf(content: unknown): string {
  return listOf(content)
    .map((part) => (fieldsOf(part)["type"] === "output_text" ? (textOf(fieldsOf(part)["text"]) ?? "") : ""))
    .join("\n")
    .trim();
}
