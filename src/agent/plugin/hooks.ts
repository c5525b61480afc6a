import type { Signal, ToolUse } from "../../capture/signal.js";
import { listOf, numberOf, textOf } from "../payload/fields.js";
import type { Wire } from "./wire.js";

/** How a tool call ended, in the words of its agent. */
export interface ToolEnd {
  readonly ok: boolean;
  readonly interrupted: boolean;
  readonly output: string | undefined;
}

/** What differs between the agents that load a plugin. */
export interface Dialect {
  readToolUse(wire: Wire): ToolUse;
  readToolEnd(wire: Wire): ToolEnd;
}

/** Turns one payload into signals; what it does not know, it leaves. */
export function readSignals(wire: Wire, dialect: Dialect): Signal[] {
  switch (wire.hook_event_name) {
    case "SessionStart": {
      const model = textOf(wire.model);
      const source = textOf(wire.source) ?? "unknown";
      return [{ is: "session-started", source, ...(model === undefined ? {} : { model }) }];
    }
    case "UserPromptSubmit": {
      const text = textOf(wire.prompt);
      return text === undefined ? [] : [{ is: "prompt", text }];
    }
    case "PreToolUse":
      return [{ is: "tool-started", use: dialect.readToolUse(wire) }];
    case "PostToolUse":
      return [toolFinished(wire, dialect)];
    case "Stop":
      return [
        ...listOf(wire.said).flatMap((said): Signal[] => {
          const text = textOf(said);
          return text === undefined ? [] : [{ is: "said", text }];
        }),
        { is: "turn-ended", message: textOf(wire.last_assistant_message) ?? "" },
      ];
    case "PreCompact":
      return [{ is: "compaction-started", trigger: textOf(wire.trigger) ?? "unknown" }];
    case "PostCompact":
      return [
        {
          is: "compaction-finished",
          trigger: textOf(wire.trigger) ?? "unknown",
          summary: textOf(wire.compact_summary) ?? "",
        },
      ];
    case "SubagentStart":
    case "SubagentStop":
      return [subagent(wire)];
    case "SessionEnd":
      return [{ is: "session-ended", reason: textOf(wire.reason) ?? "other" }];
    default:
      return [];
  }
}

function toolFinished(wire: Wire, { readToolUse, readToolEnd }: Dialect): Signal {
  const ms = numberOf(wire.duration_ms);
  const { ok, interrupted, output } = readToolEnd(wire);
  return {
    is: "tool-finished",
    use: readToolUse(wire),
    ok: ok && !interrupted,
    ...(interrupted ? { interrupted } : {}),
    ...(ms === undefined ? {} : { ms }),
    ...(output === undefined ? {} : { output }),
  };
}

function subagent(wire: Wire): Signal {
  const agentId = textOf(wire.agent_id) ?? "";
  const agentType = textOf(wire.agent_type) ?? "unknown";
  if (wire.hook_event_name === "SubagentStart") return { is: "subagent-started", agentId, agentType };
  const message = textOf(wire.last_assistant_message);
  return { is: "subagent-finished", agentId, agentType, ...(message === undefined ? {} : { message }) };
}
