import type { Signal } from "../../capture/signal.js";
import { processSince } from "../../host/process.js";
import { isFields, numberOf, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import type { Agent, Asking, Heard, Recalling } from "../port.js";
import { type Dialect, readSignals } from "./hooks.js";
import type { Answer, Wire } from "./wire.js";

export interface PluginDialect extends Dialect {
  readRecall(wire: Wire): Recalling | undefined;
}

/** The port of an agent into which a plugin of ours is loaded. */
export function pluginAgent(name: string, dialect: PluginDialect): Agent {
  return {
    name,

    hear(payload): Heard | undefined {
      if (!isFields(payload)) return undefined;
      const hook = textOf(payload["hook_event_name"]);
      if (hook === undefined) return undefined;
      const cwd = textOf(payload["cwd"]);
      const recalls = hook === "PreToolUse" ? dialect.readRecall(payload) : undefined;
      const signals = readSignals(payload, dialect).map(withoutRecall).map(withProcess(payload));
      const asks = askingOf(payload, signals);
      return {
        hook,
        session: textOf(payload["session_id"]) ?? "unknown",
        signals,
        ...(cwd === undefined ? {} : { cwd }),
        ...(recalls === undefined ? {} : { recalls }),
        ...(asks === undefined ? {} : { asks }),
      };
    },

    say: (_hook, text) => answerWith({ context: text }),

    // The plugin hears them itself, and sends them along.
    lastWords: () => [],
  };
}

export function answerWith(answer: Answer): string {
  return JSON.stringify(answer);
}

function askingOf(wire: Wire, signals: readonly Signal[]): Asking | undefined {
  if (wire.late === true) return undefined;
  for (const signal of signals) {
    if (signal.is === "session-started") return { surface: "start", source: signal.source };
    if (signal.is === "prompt") return { surface: "prompt", source: "", prompt: signal.text };
  }
  return undefined;
}

function withProcess({ pid: raw }: Wire): (signal: Signal) => Signal {
  const pid = numberOf(raw);
  if (pid === undefined || !Number.isSafeInteger(pid) || pid < 2) return (signal) => signal;
  return (signal) => {
    if (signal.is !== "session-started") return signal;
    const pidSince = processSince(pid);
    return { ...signal, pid, ...(pidSince === undefined ? {} : { pidSince }) };
  };
}
