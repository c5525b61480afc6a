import type { Signal, ToolUse } from "../../capture/signal.js";
import { fieldsOf, listOf, textOf } from "../payload/fields.js";
import { compactionFinished, readSession, readSubagent } from "../payload/session.js";
import type { Wire } from "../payload/wire.js";
import { type Outcome, outcomeOf, silentEnd } from "./outcome.js";
import type { Tail } from "./rollout.js";
import { readToolUse } from "./tool.js";
import { compactionSummary } from "./transcript.js";

/** The hooks Codex runs for us, each with the seconds it may take before Codex gives up on it; the last two get no more. */
export const HOOKS = {
  SessionStart: 5,
  UserPromptSubmit: 5,
  PreToolUse: 5,
  PostToolUse: 5,
  PreCompact: 5,
  PostCompact: 5,
  SubagentStart: 5,
  SubagentStop: 5,
  Stop: 5,
  Interrupt: 3,
  SessionEnd: 3,
} as const;

/** Turns one payload into signals; what it does not know, it leaves. `record` gives the end of Codex's own record. */
export function readSignals(wire: Wire, record: Tail): Signal[] {
  switch (wire.hook_event_name) {
    case "UserPromptSubmit": {
      const text = textOf(wire.prompt);
      return text === undefined || isSubagents(wire) ? [] : [{ is: "prompt", text }];
    }
    case "PreToolUse": {
      const use = readToolUse(wire);
      return [...endedBefore(record("short"), use), { is: "tool-started", use }];
    }
    case "PostToolUse":
      return [readToolEnd(wire, record)];
    case "Stop":
      return [...endedBefore(record("short")), ...readSession(wire)];
    case "Interrupt":
      // The user stopped it: whatever was running is over, and nothing crashed.
      return [{ is: "turn-ended", message: "" }];
    case "PreCompact":
      return isSubagents(wire) ? [] : readSession(wire);
    case "PostCompact":
      return isSubagents(wire) ? [] : [compactionFinished(wire, compactionSummary(record()))];
    case "SubagentStart":
    case "SubagentStop":
      return readSubagent(wire, textOf(wire.agent_type) ?? "default");
    default:
      return readSession(wire);
  }
}

/** A subagent's hooks carry its parent's session: what it was told is no prompt of the user's. */
function isSubagents(wire: Wire): boolean {
  return textOf(wire.agent_id) !== undefined;
}

function endedBefore(record: readonly string[], { call, agentId }: Partial<ToolUse> = {}): Signal[] {
  const end = silentEnd(record, call);
  if (end === undefined) return [];
  return [agentId === undefined ? end : { ...end, use: { ...end.use, agentId } }];
}

function readToolEnd(wire: Wire, record: Tail): Signal {
  const use = readToolUse(wire);
  const output = outputText(wire.tool_response);
  const isCommand = use.action === "shell" && use.call !== undefined;
  const { exit = exitIn(use.tool, output), ms } = isCommand ? outcomeIn(record, use.call) : {};
  const ok = (exit ?? 0) === 0 && fieldsOf(wire.tool_response)["isError"] !== true;
  // A failure begins by its code, as other agents tell it.
  const text = isCommand && !ok ? `Exit code ${exit}\n${output ?? ""}` : output;
  return {
    is: "tool-finished",
    use,
    ok,
    ...(ms === undefined ? {} : { ms }),
    ...(text === undefined ? {} : { output: text }),
  };
}

function outcomeIn(record: Tail, call: string): Outcome {
  const found = outcomeOf(record("short"), call);
  return found.exit === undefined ? outcomeOf(record(), call) : found;
}

function exitIn(tool: string, output: string | undefined): number | undefined {
  const code = tool === "apply_patch" ? /^Exit code: (\d{1,5})\b/.exec(output ?? "")?.[1] : undefined;
  return code === undefined ? undefined : Number(code);
}

function outputText(response: unknown): string | undefined {
  if (typeof response === "string") return response;
  const parts = Array.isArray(response) ? response : listOf(fieldsOf(response)["content"]);
  const texts = parts.map((part) => textOf(fieldsOf(part)["text"])).filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join("\n") : undefined;
}
