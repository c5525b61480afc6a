import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/file/foreign-file.js";
import { callerOf } from "../../host/process/caller.js";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { answered, catOf, GEMINI_READERS, recalling, wordForReader } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import type { Agent, Recalling } from "../port.js";
import { joinTexts, lastWordsIn, parseRow } from "../record/row.js";
import type { Signal } from "../signal.js";
import { configFolder } from "./folder.js";
import { readSignals } from "./hooks.js";
export const gemini: Agent = {
  name: "gemini",

  hear(payload, env) {
    if (!isFields(payload)) return undefined;
    const recalls = readRecall(payload);
    const signals = readSignals(payload);
    const isDenied = recalls !== undefined && payload.tool_name === GEMINI_READERS.reader;
    return hear(payload, {
      signals: [...compressionAt(payload, env), ...(isDenied ? signals.flatMap(answered) : signals)],
      recalls,
      // At SessionStart the context would come before the prompt, and a resumed session would lose that prompt.
      listens: ["prompt"],
      process: callerOf,
    });
  },

  say(hook, text) {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: hook, additionalContext: worded(text) } });
  },

  lastWords: (heard, env) => wordsBeforeClosing(heard, (path) => readLastWords(path, env)),
};

/** Uses Gemini CLI's name for the reading tool. */
export function worded(text: string): string {
  return wordForReader(text, GEMINI_READERS.reader);
}

/**
 * Redirects a plain `cat` to the answer; the rest of the call stays. Gemini CLI's own tool reads only inside the
 * project, so deny that call and give the answer as the reason.
 */
function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "BeforeTool") return undefined;
  return recalling(wire.tool_name, wire.tool_input, GEMINI_READERS, ({ isCat }, file, reason) => {
    if (!isCat) return JSON.stringify({ decision: "deny", reason });
    const tool_input = { command: catOf(file) };
    return JSON.stringify({ hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } });
  });
}

/** No hook reports a compression, but the record does. Read it where a turn begins or ends. */
function compressionAt({ hook_event_name: hook, transcript_path }: Wire, env: Env): Signal[] {
  const path = textOf(transcript_path);
  if (path === undefined || (hook !== "BeforeAgent" && hook !== "AfterAgent")) return [];
  const tail = readTail(path, env);
  const compression = tail === undefined ? undefined : readCompression(tail, hook === "AfterAgent");
  return compression === undefined ? [] : [compression];
}

const MESSAGES = '{"$set":{"messages":';
const OPENING = "<state_snapshot>";
const SNAPSHOT = /<state_snapshot>([\s\S]*)<\/state_snapshot>/;
// The summary and its row are written together; a row that only repeats it is written later.
const MAX_WRITE_GAP_MS = 1_000;

/**
 * The last compression, from the end of the record: it replaces all messages, with a summary first. At the end of a
 * turn, look within the turn and just before it; at the start, since the last turn.
 */
export function readCompression(tail: string, isOver: boolean): Signal | undefined {
  // Most sessions have none.
  if (!tail.includes(OPENING)) return undefined;
  const lines = tail.split("\n");
  let hasBegun = !isOver;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? "";
    if (line.startsWith(MESSAGES)) {
      const summary = line.includes(OPENING) && !isReplay(lines, at) ? summaryIn(line) : undefined;
      if (summary !== undefined) return { is: "compaction-finished", trigger: "compress", summary };
    }
    if (line === "" || line.startsWith('{"$set"')) continue;
    const row = parseRow(line);
    if (row === undefined || row["startTime"] !== undefined) return undefined; // Cut, or the start of the process.
    if (row["type"] === "gemini" && hasBegun) return undefined;
    if (!isPrompt(row)) continue;
    // This prompt got our context after the compression, so nothing is lost.
    if (hasBegun || wasTold(row)) return undefined;
    hasBegun = true;
  }
  return undefined;
}

// A resumed session sets its messages twice: to none, then to all it had.
function isReplay(lines: readonly string[], at: number): boolean {
  return Boolean(lines[at - 1]?.startsWith('{"$set":{"sessionId"') && lines[at - 2]?.startsWith(MESSAGES));
}

function summaryIn(line: string): string | undefined {
  const set = fieldsOf(parseRow(line)?.["$set"]);
  const updated = Date.parse(textOf(set["lastUpdated"]) ?? "");
  for (const message of listOf(set["messages"]).map(fieldsOf)) {
    const [, summary] =
      message["type"] === "user" ? (SNAPSHOT.exec(joinTexts(message["content"])) ?? []) : [];
    if (
      summary !== undefined &&
      Math.abs(updated - Date.parse(textOf(message["timestamp"]) ?? "")) < MAX_WRITE_GAP_MS
    )
      return summary.trim();
  }
  return undefined;
}

function wasTold(row: Fields): boolean {
  return joinTexts(row["content"]).includes("<hook_context>Tidemark · ");
}

// A compression writes a row with the whole conversation.
const MAX_TAIL_BYTES = 2 << 20;

/** The first line may be cut. */
function readTail(path: string, env: Env): string | undefined {
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
function isPrompt(row: Fields): boolean {
  return row["type"] === "user" && joinTexts(row["content"]) !== "";
}
