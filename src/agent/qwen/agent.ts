import { callerOf } from "../../host/caller.js";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/foreign-file.js";
import { fieldsOf, isFields, listOf, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { answered } from "../payload/recall.js";
import type { Agent } from "../port.js";
import { parseRow } from "../record/row.js";
import { recordFolder } from "./folder.js";
import { readSignals } from "./hooks.js";
import { readRecall, worded } from "./recall.js";

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

const TAIL = 512 << 10;
const MOST = 4;

/** What the agent said since the last prompt, oldest first, from the end of its record. */
export function readLastWords(path: string, env: Env): readonly string[] {
  const bytes = path.endsWith(".jsonl") ? readEnd(path, recordFolder(env), TAIL) : undefined;
  return bytes === undefined ? [] : lastWords(bytes.toString("utf8"));
}

/** The same from the text of a record; its first line may be cut. */
export function lastWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const line of text.split("\n").reverse()) {
    const isAssistant = line.includes('"type":"assistant"');
    if (!isAssistant && !line.includes('"type":"user"')) continue;
    const row = parseRow(line);
    if (row === undefined) continue;
    if (row["type"] === "user") break;
    if (row["type"] !== "assistant") continue;
    const said = textsOf(fieldsOf(row["message"])["parts"]);
    if (said !== "") words.push(said);
    if (words.length >= MOST) break;
  }
  return words.reverse();
}

function textsOf(parts: unknown): string {
  return listOf(parts)
    .map(fieldsOf)
    .map((part) => (part["thought"] === true ? "" : (textOf(part["text"]) ?? "")))
    .join("\n")
    .trim();
}
