import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/foreign-file.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { parseRow } from "../record/row.js";
import { configFolder } from "./folder.js";

// A compression writes a row with the whole conversation.
const TAIL = 2 << 20;
const MOST = 4;

/** The end of Gemini CLI's record of a session; its first line may be cut. */
export function readTail(path: string, env: Env): string | undefined {
  if (!path.endsWith(".jsonl")) return undefined;
  return readEnd(path, join(configFolder(env), "tmp"), TAIL)?.toString("utf8");
}

/** What the agent said since the last prompt, oldest first, from the end of its record. */
export function readLastWords(path: string, env: Env): readonly string[] {
  return lastWords(readTail(path, env) ?? "");
}

export function lastWords(text: string): readonly string[] {
  const words: string[] = [];
  const seen = new Set<unknown>();
  for (const line of text.split("\n").reverse()) {
    const isAgent = line.includes('"type":"gemini"');
    // A row that sets all messages anew repeats what stands in the others.
    if (line.startsWith('{"$set"') || (!isAgent && !line.includes('"type":"user"'))) continue;
    const row = parseRow(line);
    if (row === undefined) continue;
    if (isPrompt(row)) break;
    // A message is written again with what has come to it since: the last one holds.
    if (row["type"] !== "gemini" || seen.has(row["id"])) continue;
    seen.add(row["id"]);
    const said = textsOf(row["content"]);
    if (said !== "") words.push(said);
    if (words.length >= MOST) break;
  }
  return words.reverse();
}

/** What a tool returned is also a row of the user's. */
export function isPrompt(row: Fields): boolean {
  return row["type"] === "user" && textsOf(row["content"]) !== "";
}

export function textsOf(content: unknown): string {
  if (typeof content === "string") return content.trim();
  return listOf(content)
    .map((part) => textOf(fieldsOf(part)["text"]) ?? "")
    .join("\n")
    .trim();
}
