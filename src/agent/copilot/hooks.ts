import type { Signal } from "../../capture/signal.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import { compactionStarted, sessionEnded, sessionStarted, subagent } from "../payload/session.js";
import { readToolUse } from "./tool.js";
import { eventOf, type Wire } from "./wire.js";

/** The hooks Copilot CLI runs for us, each with the seconds it may take. */
export const HOOKS = {
  sessionStart: 5,
  userPromptSubmitted: 5,
  preToolUse: 5,
  postToolUse: 5,
  postToolUseFailure: 5,
  preCompact: 5,
  subagentStart: 5,
  subagentStop: 5,
  agentStop: 5,
  sessionEnd: 5,
} as const;

/** Turns one payload into signals; what it does not know, it leaves. `closing` is what the agent said last: no hook brings it along. */
export function readSignals(wire: Wire, closing: string): Signal[] {
  switch (eventOf(wire)) {
    case "sessionStart":
      return [sessionStarted({ source: wire.source === "new" ? "startup" : wire.source })];
    case "sessionEnd":
      return [sessionEnded(wire)];
    case "userPromptSubmitted": {
      const text = readPrompt(wire);
      return text === undefined ? [] : [{ is: "prompt", text }];
    }
    case "preToolUse":
      return [{ is: "tool-started", use: readToolUse(wire) }];
    case "postToolUse":
    case "postToolUseFailure":
      return [readToolEnd(wire)];
    case "agentStop":
      return isSubagent(wire) ? [] : [{ is: "turn-ended", message: closing }];
    case "preCompact":
      return [compactionStarted({ trigger: wire.trigger, custom_instructions: wire.customInstructions })];
    case "subagentStart":
    case "subagentStop":
      return readSubagent(wire);
    default:
      return [];
  }
}

/** What the user typed. Undefined where nobody did: a command that ran beside reports back so, and a subagent is set to work. */
function readPrompt(wire: Wire): string | undefined {
  const text = isSubagent(wire) ? undefined : textOf(wire.prompt);
  return text?.startsWith("<system_notification>") ? undefined : text;
}

/** What a subagent does is told under a session of its own: it belongs to the one that called it. */
export function sessionOf(wire: Wire): string {
  return textOf(isSubagent(wire) ? wire.parentAgentId : wire.sessionId) ?? "unknown";
}

export function isSubagent(wire: Wire): boolean {
  return wire.parentAgentId !== undefined && wire.sessionId !== wire.parentAgentId;
}

function readToolEnd(wire: Wire): Signal {
  const use = readToolUse(wire);
  const result = fieldsOf(wire.toolResult);
  const failed =
    wire.error !== undefined || (result["resultType"] !== undefined && result["resultType"] !== "success");
  const text = textOf(wire.error) ?? textOf(result["textResultForLlm"]);
  const [trailer, code] = (use.action === "shell" ? EXIT.exec(text ?? "") : null) ?? [];
  if (text === undefined || trailer === undefined || code === undefined)
    return { is: "tool-finished", use, ok: !failed, ...(text === undefined ? {} : { output: text }) };
  const printed = text.slice(0, -trailer.length).trimEnd();
  // A command that failed is no failure of its tool, as Copilot CLI sees it.
  if (Number(code) === 0) return { is: "tool-finished", use, ok: !failed, output: printed };
  return { is: "tool-finished", use, ok: false, output: `Exit code: ${code}\n${printed}` };
}

/** Only the last line is believed: a command can print anything. */
const EXIT = /<shellId: [\w-]{1,40} completed with exit code (\d{1,5})>\s*$/;

function readSubagent(wire: Wire): Signal[] {
  const agentId = textOf(wire.agentId);
  const agentType = textOf(wire.agentType) ?? textOf(wire.agentName);
  if (agentId === undefined || agentType === undefined) return [];
  return [
    subagent(eventOf(wire) === "subagentStart" ? "started" : "finished", agentId, agentType, wire.response),
  ];
}
