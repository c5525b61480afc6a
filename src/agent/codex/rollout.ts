import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/file/foreign-file.js";
import { type Fields, fieldsOf, isFields } from "../payload/fields.js";
import { joinTexts, lastWordsIn } from "../record/row.js";
import { codexFolder } from "./folder.js";

/** Bytes read from the end: a row holds up to 64 KiB of output, but most are small. */
const TAIL = { short: 48 << 10, whole: 320 << 10 } as const;

/** Reads the last lines of a rollout; the first may be cut. */
export type Tail = (size?: keyof typeof TAIL) => readonly string[];

/** The end of a rollout; empty if the path is outside of Codex's folder. */
export function readRollout(
  path: string | undefined,
  env: Env,
  size: keyof typeof TAIL = "whole",
): readonly string[] {
  if (path === undefined || !path.endsWith(".jsonl")) return [];
  const bytes = readEnd(path, join(codexFolder(env), "sessions"), TAIL[size]);
  return bytes === undefined ? [] : bytes.toString("utf8").split("\n");
}

export function readRow(line: string): {
  readonly type: unknown;
  readonly payload: Fields;
  readonly metadata: Fields;
} {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    row = undefined; // The first line of a tail is cut, the last may be half written.
  }
  const { type, payload, metadata } = isFields(row) ? row : {};
  return { type, payload: fieldsOf(payload), metadata: fieldsOf(metadata) };
}

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
