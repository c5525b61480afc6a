import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/file/foreign-file.js";
import { callerOf } from "../../host/process/caller.js";
import { fieldsOf, isFields } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { answered, GEMINI_READERS, recalling, wordForReader } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import type { Agent, Recalling } from "../port.js";
import { joinTexts, lastWordsIn, parseRow } from "../record/row.js";
import { recordFolder } from "./folder.js";
import { readSignals } from "./hooks.js";

export const qwen: Agent = {
  name: "qwen",

  hear(payload) {
    if (!isFields(payload)) return undefined;
    const recalls = readRecall(payload);
    const signals = readSignals(payload);
    return hear(payload, {
      signals: recalls === undefined ? signals : signals.flatMap(answered),
      recalls,
      listens: ["start", "prompt"],
      process: callerOf,
    });
  },

  say(hook, text) {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: hook, additionalContext: worded(text) } });
  },

  lastWords: (heard, env) => wordsBeforeClosing(heard, (path) => readLastWords(path, env)),
};

/** Uses Qwen Code's name for the reading tool. */
export function worded(text: string): string {
  return wordForReader(text, GEMINI_READERS.reader);
}

/** Qwen Code cannot redirect a call, so deny it and give the answer as the reason. */
function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  return recalling(wire.tool_name, wire.tool_input, GEMINI_READERS, (_, __, permissionDecisionReason) =>
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason,
      },
    }),
  );
}

const MAX_TAIL_BYTES = 512 << 10;

/** The agent's texts since the last prompt, oldest first. */
export function readLastWords(path: string, env: Env): readonly string[] {
  const bytes = path.endsWith(".jsonl") ? readEnd(path, recordFolder(env), MAX_TAIL_BYTES) : undefined;
  return bytes === undefined ? [] : lastWords(bytes.toString("utf8"));
}

/** The first line may be cut. */
export function lastWords(text: string): readonly string[] {
  return lastWordsIn(text.split("\n"), (line) => {
    if (!line.includes('"type":"assistant"') && !line.includes('"type":"user"')) return "";
    const row = parseRow(line);
    if (row?.["type"] === "user") return false;
    if (row?.["type"] !== "assistant") return "";
    return joinTexts(fieldsOf(row["message"])["parts"], (part) => part["thought"] !== true);
  });
}
