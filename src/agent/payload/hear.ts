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
  const cwd = textOf(wire.cwd);
  const transcript = textOf(wire.transcript_path);
  const asks = askingOf(signals, listens);
  return {
    hook,
    session: textOf(wire.session_id) ?? "unknown",
    signals: signals
      .map(withoutRecall)
      .map((signal) => (signal.is === "session-started" ? { ...signal, ...process() } : signal)),
    cwd,
    transcript,
    recalls,
    asks,
  };
}

export function processAt(pid: number | undefined): Process | undefined {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid < 2) return undefined;
  const pidSince = processSince(pid);
  return { pid, pidSince };
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
      return { surface: "start", source: signal.source === UNKNOWN ? "startup" : signal.source };
    if (signal.is === "prompt" && listens.includes("prompt")) {
      const asking = { surface: "prompt", source: "", prompt: signal.text } as const;
      return listens.includes("start") ? asking : { ...asking, standsForStart: true };
    }
  }
  return undefined;
}

const UNKNOWN = "unknown";
