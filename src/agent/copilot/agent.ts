import { awaitBeside, callerOf } from "../../host/caller.js";
import { isFields, numberOf, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import type { Agent } from "../port.js";
import { missedClosing, type Recording, readStop } from "./closing.js";
import { readCompaction } from "./compaction.js";
import { recordOf } from "./folder.js";
import { isSubagent, readSignals, sessionOf } from "./hooks.js";
import { readRecall, worded } from "./recall.js";
import { lastWords, readLastWords, readTail } from "./transcript.js";
import { eventOf, type Wire } from "./wire.js";

export const copilot: Agent = {
  name: "copilot",

  hear(payload, env) {
    if (!isFields(payload)) return undefined;
    const hook = eventOf(payload);
    if (hook === undefined) return undefined;
    // The hooks of a start and of its first prompt run side by side, and the start has to be known first.
    if (hook === "userPromptSubmitted" && !isSubagent(payload)) awaitBeside(OUR_HOOK, STARTING);
    const session = sessionOf(payload);
    const transcript = textOf(payload["transcriptPath"]) ?? recordOf(session, env);
    const recording =
      transcript === undefined || isSubagent(payload) ? undefined : { session, transcript, env };
    const missed = recording !== undefined && AFTER_STOP.has(hook) ? missedClosing(recording) : undefined;
    const tail = recording === undefined ? "" : recordAt(payload, hook, recording);
    const compaction = readCompaction(tail, hook === "agentStop" ? "stop" : "prompt");
    const wire = {
      hook_event_name: hook,
      session_id: session,
      cwd: payload["cwd"],
      transcript_path: transcript,
    };
    return hear(wire, {
      signals: [
        ...(missed === undefined ? [] : [{ is: "turn-ended", message: missed } as const]),
        ...(compaction === undefined ? [] : [compaction]),
        ...readSignals(payload, lastWords(tail).at(-1) ?? ""),
      ],
      recalls: readRecall(payload),
      // Not at a start, which comes with the first prompt: said by both, it would be said twice.
      listens: ["prompt"],
      process: callerOf,
    });
  },

  // At the top: what stands deeper, as other agents want it, is not put before the model.
  say: (_, text) => JSON.stringify({ additionalContext: worded(text) }),

  lastWords(heard, env) {
    const closing = heard.signals.find((signal) => signal.is === "turn-ended");
    // Where the closing was not written down in time, what stands there is of the turn before.
    if (closing?.message === "") return [];
    return wordsBeforeClosing(heard, (path) => readLastWords(path, env));
  },
};

const OUR_HOOK = /hook\.cjs['"]?[\0 ]+copilot/;
const STARTING = 1_500;

/** The hooks that come next once a turn is over. */
const AFTER_STOP: ReadonlySet<string> = new Set(["userPromptSubmitted", "sessionEnd"]);

/** The end of the session's record, where what it says is wanted: at the bounds of a turn. */
function recordAt(wire: Wire, hook: string, recording: Recording): string {
  if (hook === "userPromptSubmitted") return readTail(recording.transcript, recording.env);
  return hook === "agentStop" ? readStop(recording, numberOf(wire.timestamp)) : "";
}
