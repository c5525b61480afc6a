import type { Signal } from "../signal.js";
import { textOf } from "./fields.js";
import type { Wire } from "./wire.js";

/** The session hooks that several agents share under the same names. */
export function readSession(wire: Wire): Signal[] {
  switch (wire.hook_event_name) {
    case "SessionStart":
      return [sessionStarted(wire)];
    case "SessionEnd":
      return [sessionEnded(wire)];
    case "Stop":
      return [turnEnded(wire)];
    case "PreCompact":
      return [compactionStarted(wire)];
    default:
      return [];
  }
}

/** A subagent without a type is ignored. */
export function readSubagent(wire: Wire, agentType: string | undefined): Signal[] {
  if (agentType === undefined) return [];
  const hook = wire.hook_event_name === "SubagentStart" ? "started" : "finished";
  return [subagent(hook, textOf(wire.agent_id) ?? "", agentType, wire.last_assistant_message)];
}

export function sessionStarted({ source, model: raw }: Wire): Signal {
  const model = textOf(raw);
  return {
    is: "session-started",
    source: textOf(source) ?? "unknown",
    model,
  };
}

export function sessionEnded({ reason }: Wire): Signal {
  return { is: "session-ended", reason: textOf(reason) ?? "other" };
}

export function turnEnded({ last_assistant_message }: Wire): Signal {
  return { is: "turn-ended", message: textOf(last_assistant_message) ?? "" };
}

export function compactionStarted({ trigger, custom_instructions }: Wire): Signal {
  const instructions = textOf(custom_instructions);
  return {
    is: "compaction-started",
    trigger: textOf(trigger) ?? "unknown",
    instructions,
  };
}

export function compactionFinished({ trigger }: Wire, summary: string): Signal {
  return { is: "compaction-finished", trigger: textOf(trigger) ?? "unknown", summary };
}

export function subagent(
  hook: "started" | "finished",
  agentId: string,
  agentType: string,
  said: unknown,
): Signal {
  if (hook === "started") return { is: "subagent-started", agentId, agentType };
  const message = textOf(said);
  return { is: "subagent-finished", agentId, agentType, message };
}
