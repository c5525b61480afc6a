import { processSince } from "../../host/process.js";
import { isFields, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import type { Agent, Heard } from "../port.js";
import { readSignals } from "./hooks.js";
import { readRecall } from "./recall.js";
import { readLastWords } from "./transcript.js";

export const claude: Agent = {
  name: "claude",

  hear(payload, env): Heard | undefined {
    // Copilot CLI runs a repository's Claude hooks too, and Cursor may; their sessions are not Claude's.
    if (!isFields(payload) || env["COPILOT_CLI"] === "1" || payload["cursor_version"]) return undefined;
    const hook = textOf(payload["hook_event_name"]);
    if (hook === undefined) return undefined;
    const cwd = textOf(payload["cwd"]);
    const transcript = textOf(payload["transcript_path"]);
    const pid = Number(env["CLAUDE_PID"]);
    const recalls = readRecall(payload);
    const signals = readSignals(payload)
      .map(withoutRecall)
      .map((signal) =>
        signal.is === "session-started" && Number.isSafeInteger(pid) && pid > 1
          ? { ...signal, pid, ...sinceOf(pid) }
          : signal,
      );
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
      // A background task that reports back looks like a prompt but has no signal: nobody asked anything.
      ...(hook === "UserPromptSubmit" && signals.length > 0
        ? { asks: { surface: "prompt", source: "", prompt: textOf(payload["prompt"]) ?? "" } }
        : {}),
    };
  },

  say(hook, text) {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: hook, additionalContext: text } });
  },

  lastWords(heard, env) {
    if (heard.transcript === undefined) return [];
    // Stop brings the closing message along; only older versions and a killed turn need the record.
    const closing = heard.signals.find((signal) => signal.is === "turn-ended");
    const words = readLastWords(heard.transcript, env);
    return closing === undefined ? words : words.filter((text) => text !== closing.message);
  },
};

function sinceOf(pid: number): { pidSince?: string } {
  const pidSince = processSince(pid);
  return pidSince === undefined ? {} : { pidSince };
}
