import { deadline, sleep } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/foreign-file.js";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../wire.js";
import { recordRoot } from "./folder.js";

// Rows with whole requests stand between the words.
const TAIL = 512 << 10;
const MOST = 4;
// Copilot CLI writes its record a tenth of a second behind.
const BEHIND = 400;
const STEP = 20;

/** What the agent said since the last prompt, oldest first, from the end of its record. */
export function readLastWords(path: string, env: Env): readonly string[] {
  return lastWords(readTail(path, env)).words;
}

/** The same where a turn is over: waits a little until its last message is written. */
export function awaitLastWords(path: string, env: Env): readonly string[] {
  const isOver = deadline(BEHIND);
  for (;;) {
    const tail = readTail(path, env);
    const { words, isClosed } = lastWords(tail);
    if (isClosed || tail === "" || isOver()) return words;
    sleep(STEP);
  }
}

export function readTail(path: string, env: Env): string {
  const bytes = path.endsWith(".jsonl") ? readEnd(path, recordRoot(env), TAIL) : undefined;
  return bytes?.toString("utf8") ?? "";
}

/** What was said since the last prompt, and whether the last of it calls no tool: then nothing more is to come. */
export function lastWords(text: string): { readonly words: readonly string[]; readonly isClosed: boolean } {
  const words: string[] = [];
  let isClosed: boolean | undefined;
  for (const row of rowsBackward(text, ["user.message", "assistant.message"])) {
    if (row["type"] === "user.message") break;
    const data = fieldsOf(row["data"]);
    isClosed ??= listOf(data["toolRequests"]).length === 0;
    const said = textOf(data["content"])?.trim();
    if (said) words.push(said);
    if (words.length >= MOST) break;
  }
  return { words: words.reverse(), isClosed: isClosed === true };
}

/** The rows of these types, last first; a subagent's stand among them and are left out. */
export function* rowsBackward(text: string, types: readonly string[]): Generator<Fields> {
  for (const line of text.split("\n").reverse()) {
    // Most rows are none of ours and large: parse only what can matter. The type stands first in a row.
    if (!types.some((type) => line.startsWith(`{"type":"${type}"`))) continue;
    const row = parse(line);
    if (row !== undefined && row["agentId"] === undefined) yield row;
  }
}

function parse(line: string): Fields | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return isFields(row) ? row : undefined;
  } catch {
    return undefined; // The first line of a tail is cut, the last may be half written.
  }
}
