import type { Signal, ToolUse } from "../../capture/signal.js";
import { listOf, numberOf, textOf } from "../payload/fields.js";
import {
  compactionFinished,
  compactionStarted,
  sessionEnded,
  sessionStarted,
  subagent,
  turnEnded,
} from "../payload/session.js";
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
    case "SessionStart":
      return [sessionStarted(wire)];
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
        turnEnded(wire),
      ];
    case "PreCompact":
      return [compactionStarted(wire)];
    case "PostCompact":
      return [compactionFinished(wire, textOf(wire.compact_summary) ?? "")];
    case "SubagentStart":
    case "SubagentStop":
      return [readSubagent(wire)];
    case "SessionEnd":
      return [sessionEnded(wire)];
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

function readSubagent(wire: Wire): Signal {
  const hook = wire.hook_event_name === "SubagentStart" ? "started" : "finished";
  const agentType = textOf(wire.agent_type) ?? "unknown";
  return subagent(hook, textOf(wire.agent_id) ?? "", agentType, wire.last_assistant_message);
}
