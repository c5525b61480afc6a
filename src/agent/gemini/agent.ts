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
      // Said at SessionStart, it would stand before the prompt, and a resumed session would lose that prompt for it.
      listens: ["prompt"],
      process: callerOf,
    });
  },

  say(hook, text) {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: hook, additionalContext: worded(text) } });
  },

  lastWords: (heard, env) => wordsBeforeClosing(heard, (path) => readLastWords(path, env)),
};

/** No hook tells of a compression that took place; the record does, and it is looked into where a turn begins or ends. */
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
// The summary and the row it stands in are written at once; a row that only repeats it is written later.
const AT_ONCE = 1_000;

/**
 * The compression that took place lately, from the end of the agent's record: all messages are then set anew, a summary
 * before them. Where a turn is over, that is one within it or just before its first step; where one begins, what the
 * person asked for since the last.
 */
export function readCompression(tail: string, isOver: boolean): Signal | undefined {
  // Most sessions never come to that.
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
    if (row === undefined || row["startTime"] !== undefined) return undefined; // Cut, or the process began here.
    if (row["type"] === "gemini" && hasBegun) return undefined;
    if (!isPrompt(row)) continue;
    // What this prompt was told, it was told after the compression: nothing is lost.
    if (hasBegun || wasTold(row)) return undefined;
    hasBegun = true;
  }
  return undefined;
}

// A session that is gone on with sets its messages twice: to none, then to all it had.
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
