import type { Env } from "../../host/env.js";
import { callerOf } from "../../host/process/caller.js";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { answered } from "../payload/recall.js";
import type { Agent } from "../port.js";
import { joinTexts, parseRow } from "../record/row.js";
import type { Signal } from "../signal.js";
import { readSignals, type Wire } from "./hooks.js";
import { readRecall, worded } from "./recall.js";
import { isPrompt, readLastWords, readTail } from "./transcript.js";
export const gemini: Agent = {
  name: "gemini",

  hear(payload, env) {
    if (!isFields(payload)) return undefined;
    const recalls = readRecall(payload);
    const signals = readSignals(payload);
    return hear(payload, {
      signals: [...compressionAt(payload, env), ...(recalls?.isDenied ? signals.flatMap(answered) : signals)],
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
const AT_ONCE = 1_000;

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
  const told = Date.parse(textOf(set["lastUpdated"]) ?? "");
  for (const message of listOf(set["messages"]).map(fieldsOf)) {
    const [, summary] =
      message["type"] === "user" ? (SNAPSHOT.exec(joinTexts(message["content"])) ?? []) : [];
    if (summary !== undefined && Math.abs(told - Date.parse(textOf(message["timestamp"]) ?? "")) < AT_ONCE)
      return summary.trim();
  }
  return undefined;
}

function wasTold(row: Fields): boolean {
  return joinTexts(row["content"]).includes("<hook_context>Tidemark · ");
}
