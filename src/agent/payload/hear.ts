import { processSince } from "../../host/process/process.js";
import type { Asking, Heard, Recalling } from "../port.js";
import type { Signal } from "../signal.js";
import { textOf } from "./fields.js";
import { withoutRecall } from "./recall.js";
import type { Wire } from "./wire.js";

/** An agent's own part of reading a payload. */
export interface Reading {
  readonly signals: readonly Signal[];
  readonly recalls: Recalling | undefined;
  /** When the agent shows our context to the model. Without "start" the first prompt gets the context of the start. */
  readonly listens: readonly Asking["surface"][];
  /** Called only at a start. */
  process(): Process | undefined;
}

export interface Process {
  readonly pid: number;
  readonly pidSince?: string;
}

/** Undefined if the payload names no hook. */
export function hear(wire: Wire, { signals, recalls, listens, process }: Reading): Heard | undefined {
  const hook = textOf(wire.hook_event_name);
  if (hook === undefined) return undefined;
  return {
    hook,
    session: textOf(wire.session_id) ?? "unknown",
    signals: signals
      .map(withoutRecall)
      .map((signal) => (signal.is === "session-started" ? { ...signal, ...process() } : signal)),
    cwd: textOf(wire.cwd),
    transcript: textOf(wire.transcript_path),
    recalls,
    asks: askingOf(signals, listens),
  };
}

export function processAt(pid: number | undefined): Process | undefined {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid < 2) return undefined;
  return { pid, pidSince: processSince(pid) };
}

/** The agent's texts before its closing message, which the hook carries itself. */
export function wordsBeforeClosing(
  { transcript, signals }: Heard,
  read: (path: string) => readonly string[],
): readonly string[] {
  if (transcript === undefined) return [];
  const closing = signals.find((signal) => signal.is === "turn-ended")?.message.trim();
  return read(transcript).filter((text) => text !== closing);
}

function askingOf(signals: readonly Signal[], listens: Reading["listens"]): Asking | undefined {
  for (const signal of signals) {
    if (signal.is === "session-started" && listens.includes("start"))
      return { surface: "start", source: signal.source === "unknown" ? "startup" : signal.source };
    if (signal.is === "prompt" && listens.includes("prompt")) {
      const asking = { surface: "prompt", source: "", prompt: signal.text } as const;
      return listens.includes("start") ? asking : { ...asking, standsForStart: true };
    }
  }
  return undefined;
}

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

export function sessionStarted({ source, model }: Wire): Signal {
  return { is: "session-started", source: textOf(source) ?? "unknown", model: textOf(model) };
}

export function sessionEnded({ reason }: Wire): Signal {
  return { is: "session-ended", reason: textOf(reason) ?? "other" };
}

export function turnEnded({ last_assistant_message }: Wire): Signal {
  return { is: "turn-ended", message: textOf(last_assistant_message) ?? "" };
}

export function compactionStarted({ trigger, custom_instructions }: Wire): Signal {
  const instructions = textOf(custom_instructions);
  return { is: "compaction-started", trigger: textOf(trigger) ?? "unknown", instructions };
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
  return { is: "subagent-finished", agentId, agentType, message: textOf(said) };
}
