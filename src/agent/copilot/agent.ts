import { callerOf } from "../../host/caller.js";
import type { Env } from "../../host/env.js";
import type { Agent, Heard } from "../port.js";
import { withoutRecall } from "../recall.js";
import { isFields, textOf } from "../wire.js";
import { type Moment, readCompaction } from "./compaction.js";
import { recordOf } from "./folder.js";
import { isSubagent, readPrompt, readSignals, sessionOf, sourceOf } from "./hooks.js";
import { readRecall } from "./recall.js";
import { awaitLastWords, readLastWords, readTail } from "./transcript.js";
import { eventOf, type Wire } from "./wire.js";

export const copilot: Agent = {
  name: "copilot",

  hear(payload, env): Heard | undefined {
    if (!isFields(payload)) return undefined;
    const hook = eventOf(payload);
    if (hook === undefined) return undefined;
    const session = sessionOf(payload);
    const cwd = textOf(payload["cwd"]);
    const transcript = textOf(payload["transcriptPath"]) ?? recordOf(session, env);
    const closing = () => (transcript === undefined ? "" : (awaitLastWords(transcript, env).at(-1) ?? ""));
    const signals = readSignals(payload, closing)
      .map(withoutRecall)
      .map((signal) => (signal.is === "session-started" ? { ...signal, ...callerOf() } : signal));
    const compaction = compactionBefore(payload, hook, transcript, env);
    const recalls = readRecall(payload);
    const prompt = hook === "userPromptSubmitted" ? readPrompt(payload) : undefined;
    return {
      hook,
      session,
      signals: compaction === undefined ? signals : [compaction, ...signals],
      ...(cwd === undefined ? {} : { cwd }),
      ...(transcript === undefined ? {} : { transcript }),
      ...(recalls === undefined ? {} : { recalls }),
      ...(hook === "sessionStart" ? { asks: { surface: "start", source: sourceOf(payload) } } : {}),
      ...(prompt === undefined ? {} : { asks: { surface: "prompt", source: "", prompt } }),
    };
  },

  // At the top: what stands deeper, as other agents want it, is not put before the model.
  say: (_, text) => JSON.stringify({ additionalContext: text }),

  lastWords(heard, env) {
    if (heard.transcript === undefined) return [];
    const closing = heard.signals.find((signal) => signal.is === "turn-ended");
    const words = readLastWords(heard.transcript, env);
    return closing === undefined ? words : words.filter((text) => text !== closing.message);
  },
};

const MOMENTS: { readonly [hook: string]: Moment } = {
  sessionStart: "start",
  userPromptSubmitted: "prompt",
  agentStop: "stop",
};

function compactionBefore(wire: Wire, hook: string, transcript: string | undefined, env: Env) {
  const moment = Object.hasOwn(MOMENTS, hook) ? MOMENTS[hook] : undefined;
  if (moment === undefined || transcript === undefined || isSubagent(wire)) return undefined;
  return readCompaction(readTail(transcript, env), moment);
}
