import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/file/foreign-file.js";
import type { Fields } from "../payload/fields.js";
import { joinTexts, lastWordsIn, parseRow } from "../record/row.js";
import { configFolder } from "./folder.js";

// A compression writes a row with the whole conversation.
const MAX_TAIL_BYTES = 2 << 20;

/** The first line may be cut. */
export function readTail(path: string, env: Env): string | undefined {
  if (!path.endsWith(".jsonl")) return undefined;
  return readEnd(path, join(configFolder(env), "tmp"), MAX_TAIL_BYTES)?.toString("utf8");
}

/** The agent's texts since the last prompt, oldest first. */
export function readLastWords(path: string, env: Env): readonly string[] {
  return lastWords(readTail(path, env) ?? "");
}

export function lastWords(text: string): readonly string[] {
  const seen = new Set<unknown>();
  return lastWordsIn(text.split("\n"), (line) => {
    // A row that replaces all messages repeats the other rows.
    if (line.startsWith('{"$set"')) return "";
    if (!line.includes('"type":"gemini"') && !line.includes('"type":"user"')) return "";
    const row = parseRow(line);
    if (row === undefined) return "";
    if (isPrompt(row)) return false;
    // A message is written again when it grows: the last one counts.
    if (row["type"] !== "gemini" || seen.has(row["id"])) return "";
    seen.add(row["id"]);
    return joinTexts(row["content"]);
  });
}

/** Tool results are user rows too, without text. */
export function isPrompt(row: Fields): boolean {
  return row["type"] === "user" && joinTexts(row["content"]) !== "";
}
