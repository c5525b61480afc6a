import type { Signal } from "../../capture/signal.js";
import { textOf } from "./fields.js";
import type { Wire } from "./wire.js";

/** The hooks by which several agents tell of a session, in the same fields. */
export function sessionStarted({ source, model: raw }: Wire): Signal {
  const model = textOf(raw);
  return {
    is: "session-started",
    source: textOf(source) ?? "unknown",
    ...(model === undefined ? {} : { model }),
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
    ...(instructions === undefined ? {} : { instructions }),
  };
}

export function compactionFinished({ trigger }: Wire, summary: string): Signal {
  return { is: "compaction-finished", trigger: textOf(trigger) ?? "unknown", summary };
}

/** A subagent's start, or its end with its last words. */
export function subagent(
  hook: "started" | "finished",
  agentId: string,
  agentType: string,
  said: unknown,
): Signal {
  if (hook === "started") return { is: "subagent-started", agentId, agentType };
  const message = textOf(said);
  return { is: "subagent-finished", agentId, agentType, ...(message === undefined ? {} : { message }) };
}
