import { callerOf } from "../../host/caller.js";
import { isFields } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { answered } from "../payload/recall.js";
import type { Agent } from "../port.js";
import { readSignals } from "./hooks.js";
import { readRecall, worded } from "./recall.js";
import { readLastWords } from "./transcript.js";

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
