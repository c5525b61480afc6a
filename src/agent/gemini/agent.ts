import { callerOf } from "../../host/caller.js";
import { isFields, textOf } from "../payload/fields.js";
import { answered, withoutRecall } from "../payload/recall.js";
import type { Agent, Heard } from "../port.js";
import { readCompression } from "./compression.js";
import { readPrompt, readSignals } from "./hooks.js";
import { readRecall } from "./recall.js";
import { readLastWords, readTail } from "./transcript.js";

export const gemini: Agent = {
  name: "gemini",

  hear(payload, env): Heard | undefined {
    if (!isFields(payload)) return undefined;
    const hook = textOf(payload["hook_event_name"]);
    if (hook === undefined) return undefined;
    const cwd = textOf(payload["cwd"]);
    const transcript = textOf(payload["transcript_path"]);
    const recalls = readRecall(payload);
    const prompt = hook === "BeforeAgent" ? readPrompt(payload) : undefined;
    const signals = readSignals(payload)
      .map(withoutRecall)
      .flatMap((signal) => (recalls?.isDenied ? answered(signal) : [signal]))
      .map((signal) => (signal.is === "session-started" ? { ...signal, ...callerOf() } : signal));
    const tail = WATCHES.has(hook) && transcript !== undefined ? readTail(transcript, env) : undefined;
    const compression = tail === undefined ? undefined : readCompression(tail, hook === "AfterAgent");
    return {
      hook,
      session: textOf(payload["session_id"]) ?? "unknown",
      signals: compression === undefined ? signals : [compression, ...signals],
      ...(cwd === undefined ? {} : { cwd }),
      ...(transcript === undefined ? {} : { transcript }),
      ...(recalls === undefined ? {} : { recalls }),
      // Said at SessionStart, it would stand before the prompt, and a resumed session would lose that prompt for it.
      ...(prompt === undefined
        ? {}
        : { asks: { surface: "prompt", source: "", standsForStart: true, prompt } }),
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

/** No hook tells of a compression that took place; the record does, and it is looked into where a turn begins or ends. */
const WATCHES: ReadonlySet<string> = new Set(["BeforeAgent", "AfterAgent"]);
