import { deadline, sleep } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/foreign-file.js";
import { type Fields, fieldsOf, textOf } from "../payload/fields.js";
import { parseRow } from "../record/row.js";
import { recordRoot } from "./folder.js";

// Rows with whole requests stand between the words.
const TAIL = 512 << 10;
const MOST = 4;
// Copilot CLI writes its record a tenth of a second behind.
const BEHIND = 800;
const STEP = 20;

/** What the agent said since the last prompt, oldest first, from the end of its record. */
export function readLastWords(path: string, env: Env): readonly string[] {
  return lastWords(readTail(path, env));
}

export function readTail(path: string, env: Env): string {
  const bytes = path.endsWith(".jsonl") ? readEnd(path, recordRoot(env), TAIL) : undefined;
  return bytes?.toString("utf8") ?? "";
}

/**
 * The record up to the hook that was called at this time, once Copilot CLI has written so far. "" if there is no record,
 * undefined if it does not come so far in time.
 */
export function awaitTail(path: string, env: Env, timestamp: number): string | undefined {
  const isOver = deadline(BEHIND);
  for (;;) {
    const tail = readTail(path, env);
    const end = tail.indexOf(`"timestamp":${timestamp}`);
    if (tail === "" || end !== -1) return tail.slice(0, end);
    if (isOver()) return undefined;
    sleep(STEP);
  }
}

/** The same from the text of a record; its first and its last line may be cut. */
export function lastWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const row of rowsBackward(text, ["user.message", "assistant.message"])) {
    if (row["type"] === "user.message") break;
    const said = textOf(fieldsOf(row["data"])["content"])?.trim();
    if (said) words.push(said);
    if (words.length >= MOST) break;
  }
  return words.reverse();
}

/** The rows of these types, last first; a subagent's stand among them and are left out. */
export function* rowsBackward(text: string, types: readonly string[]): Generator<Fields> {
  for (const line of text.split("\n").reverse()) {
    // Most rows are none of ours and large: parse only what can matter. The type stands first in a row.
    if (!types.some((type) => line.startsWith(`{"type":"${type}"`))) continue;
    const row = parseRow(line);
    if (row !== undefined && row["agentId"] === undefined) yield row;
  }
}
