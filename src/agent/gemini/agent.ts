import type { Signal } from "../../capture/signal.js";
import { callerOf } from "../../host/caller.js";
import type { Env } from "../../host/env.js";
import { isFields, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { answered } from "../payload/recall.js";
import type { Agent } from "../port.js";
import { readCompression } from "./compression.js";
import { readSignals } from "./hooks.js";
import { readRecall, worded } from "./recall.js";
import { readLastWords, readTail } from "./transcript.js";
import type { Wire } from "./wire.js";

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
