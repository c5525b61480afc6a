import type { AgentName } from "../agents.js";
import { isFields, numberOf } from "../payload/fields.js";
import { hear, processAt } from "../payload/hear.js";
import type { Agent, Recalling } from "../port.js";
import { type Dialect, readSignals } from "./hooks.js";
import type { Answer, Wire } from "./wire.js";

export interface PluginDialect extends Dialect {
  readRecall(wire: Wire): Recalling | undefined;
}

/** An agent that loads our plugin. */
export function pluginAgent(name: AgentName, dialect: PluginDialect): Agent {
  return {
    name,

    hear(payload) {
      if (!isFields(payload)) return undefined;
      const wire: Wire = payload;
      return hear(payload, {
        signals: readSignals(wire, dialect),
        recalls: wire.hook_event_name === "PreToolUse" ? dialect.readRecall(wire) : undefined,
        listens: wire.late === true ? [] : ["start", "prompt"],
        process: () => processAt(numberOf(wire.pid)),
      });
    },

    say: (_hook, text) => answerWith({ context: text }),

    // The plugin collects and sends them.
    lastWords: () => [],
  };
}

export function answerWith(answer: Answer): string {
  return JSON.stringify(answer);
}
