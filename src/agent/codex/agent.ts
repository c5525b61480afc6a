import { callerOf } from "../../host/process/caller.js";
import { isFields, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import type { Agent } from "../port.js";
import { readSignals } from "./hooks.js";
import { readRecall, worded } from "./recall.js";
import { readRollout } from "./rollout.js";
import { readLastWords } from "./transcript.js";

export const codex: Agent = {
  name: "codex",

  hear(payload, env) {
    if (!isFields(payload)) return undefined;
    const rollout = textOf(payload["transcript_path"]);
    return hear(payload, {
      signals: readSignals(payload, (size) => readRollout(rollout, env, size)),
      recalls: readRecall(payload),
      listens: ["start", "prompt"],
      process: callerOf,
    });
  },

  // Codex silently drops an answer with a field it does not know.
  say(hook, text) {
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: hook, additionalContext: worded(text) },
    });
  },

  lastWords: (heard, env) => wordsBeforeClosing(heard, (path) => readLastWords(path, env)),
};
