import { callerOf } from "../../host/process/caller.js";
import { isFields, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { catOf, recalling, wordForShell } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import type { Agent, Recalling } from "../port.js";
import { readSignals } from "./hooks.js";
import { readLastWords, readRollout } from "./rollout.js";

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
      hookSpecificOutput: { hookEventName: hook, additionalContext: wordForShell(text) },
    });
  },

  lastWords: (heard, env) => wordsBeforeClosing(heard, (path) => readLastWords(path, env)),
};

/** Codex has no tool for reading: it prints files in the shell. */
function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  return recalling(wire.tool_name, wire.tool_input, { shell: "Bash" }, (_, file) => {
    // Allowed without asking: the call only prints one file of ours. Codex drops an answer with any other field.
    const [permissionDecision, updatedInput] = ["allow", { command: catOf(file) }];
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, updatedInput },
    });
  });
}
