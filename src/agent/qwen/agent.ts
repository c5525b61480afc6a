import type { Signal } from "../../capture/signal.js";
import { callerOf } from "../../host/caller.js";
import { isFields, textOf } from "../payload/fields.js";
import { answered, withoutRecall } from "../payload/recall.js";
import type { Agent, Heard } from "../port.js";
import { readPrompt, readSignals } from "./hooks.js";
import { readRecall } from "./recall.js";
import { readLastWords } from "./transcript.js";

export const qwen: Agent = {
  name: "qwen",

  hear(payload): Heard | undefined {
    if (!isFields(payload)) return undefined;
    const hook = textOf(payload["hook_event_name"]);
    if (hook === undefined) return undefined;
    const cwd = textOf(payload["cwd"]);
    const transcript = textOf(payload["transcript_path"]);
    const recalls = readRecall(payload);
    const prompt = hook === "UserPromptSubmit" ? readPrompt(payload) : undefined;
    const signals = readSignals(payload)
      .map(withoutRecall)
      .flatMap(recalls === undefined ? withCaller : answered);
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
      ...(prompt === undefined ? {} : { asks: { surface: "prompt", source: "", prompt } }),
    };
  },

  say(hook, text) {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: hook, additionalContext: text } });
  },

  lastWords(heard, env) {
    if (heard.transcript === undefined) return [];
    const closing = heard.signals.find((signal) => signal.is === "turn-ended");
    const words = readLastWords(heard.transcript, env);
    return closing === undefined ? words : words.filter((text) => text !== closing.message.trim());
  },
};

function withCaller(signal: Signal): Signal[] {
  return [signal.is === "session-started" ? { ...signal, ...callerOf() } : signal];
}
