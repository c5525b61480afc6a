import { callerOf } from "../../host/caller.js";
import { isFields, textOf } from "../payload/fields.js";
import { toldForShell, withoutRecall } from "../payload/recall.js";
import type { Agent, Heard } from "../port.js";
import { readSignals } from "./hooks.js";
import { readRecall } from "./recall.js";
import { readRollout } from "./rollout.js";
import { readLastWords } from "./transcript.js";

export const codex: Agent = {
  name: "codex",

  hear(payload, env): Heard | undefined {
    if (!isFields(payload)) return undefined;
    const hook = textOf(payload["hook_event_name"]);
    if (hook === undefined) return undefined;
    const cwd = textOf(payload["cwd"]);
    const transcript = textOf(payload["transcript_path"]);
    const recalls = readRecall(payload);
    const signals = readSignals(payload, (size) => readRollout(transcript, env, size))
      .map(withoutRecall)
      .map((signal) => (signal.is === "session-started" ? { ...signal, ...callerOf() } : signal));
    return {
      hook,
      session: textOf(payload["session_id"]) ?? "unknown",
      signals,
      ...(cwd === undefined ? {} : { cwd }),
      ...(transcript === undefined ? {} : { transcript }),
      ...(recalls === undefined ? {} : { recalls }),
      ...(hook === "SessionStart"
        ? { asks: { surface: "start", source: textOf(payload["source"]) ?? "startup" } }
        : {}),
      ...(hook === "UserPromptSubmit" && signals.length > 0
        ? { asks: { surface: "prompt", source: "", prompt: textOf(payload["prompt"]) ?? "" } }
        : {}),
    };
  },

  // Exactly this: Codex drops an answer that has a field it does not know, without a word.
  say(hook, text) {
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: hook, additionalContext: toldForShell(text) },
    });
  },

  lastWords(heard, env) {
    const closing = heard.signals.find((signal) => signal.is === "turn-ended");
    const words = readLastWords(heard.transcript, env);
    return closing === undefined ? words : words.filter((text) => text !== closing.message);
  },
};
