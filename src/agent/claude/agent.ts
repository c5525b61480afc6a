import { isFields } from "../payload/fields.js";
import { hear, processAt, wordsBeforeClosing } from "../payload/hear.js";
import type { Agent } from "../port.js";
import { readSignals } from "./hooks.js";
import { readRecall } from "./recall.js";
import { readLastWords } from "./transcript.js";

export const claude: Agent = {
  name: "claude",

  hear(payload, env) {
    // Copilot CLI runs a repository's Claude hooks too, and Cursor may; their sessions are not Claude's.
    if (!isFields(payload) || env["COPILOT_CLI"] === "1" || payload["cursor_version"]) return undefined;
    return hear(payload, {
      signals: readSignals(payload),
      recalls: readRecall(payload),
      listens: ["start", "prompt"],
      process: () => processAt(Number(env["CLAUDE_PID"])),
    });
  },

  say(hook, text) {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: hook, additionalContext: text } });
  },

  // Stop brings the closing message along; only older versions and a killed turn need the record.
  lastWords: (heard, env) => wordsBeforeClosing(heard, (path) => readLastWords(path, env)),
};
