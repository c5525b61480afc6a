import type { Signal } from "../../capture/signal.js";
import { fieldsOf, numberOf, textOf } from "../payload/fields.js";
import { contentText, readShellOutput } from "../payload/gemini-output.js";
import { readToolUse } from "../payload/gemini-tool.js";
import type { Wire } from "./wire.js";

/** The hooks Qwen Code runs for us, each with the milliseconds it may take. Without a terminal, SessionEnd never comes. */
export const HOOKS = {
  SessionStart: 5_000,
  UserPromptSubmit: 5_000,
  PreToolUse: 5_000,
  PostToolUse: 5_000,
  PostToolUseFailure: 5_000,
  PreCompact: 5_000,
  PostCompact: 5_000,
  SubagentStart: 5_000,
  SubagentStop: 5_000,
  Stop: 5_000,
  SessionEnd: 5_000,
} as const;

/** Turns one payload into signals; what it does not know, it leaves. */
export function readSignals(wire: Wire): Signal[] {
  switch (wire.hook_event_name) {
    case "SessionStart": {
      const source = textOf(wire.source) ?? "unknown";
      const model = textOf(wire.model);
      return [{ is: "session-started", source, ...(model === undefined ? {} : { model }) }];
    }
    case "SessionEnd":
      return [{ is: "session-ended", reason: textOf(wire.reason) ?? "other" }];
    case "UserPromptSubmit": {
      const text = readPrompt(wire);
      return text === undefined ? [] : [{ is: "prompt", text }];
    }
    case "PreToolUse":
      return [{ is: "tool-started", use: readToolUse(wire) }];
    case "PostToolUse":
    case "PostToolUseFailure":
      return [readToolEnd(wire, wire.hook_event_name === "PostToolUse")];
    case "Stop":
      return [{ is: "turn-ended", message: textOf(wire.last_assistant_message) ?? "" }];
    case "PreCompact": {
      const trigger = textOf(wire.trigger) ?? "unknown";
      const instructions = textOf(wire.custom_instructions);
      return [{ is: "compaction-started", trigger, ...(instructions === undefined ? {} : { instructions }) }];
    }
    case "PostCompact":
      return [
        {
          is: "compaction-finished",
          trigger: textOf(wire.trigger) ?? "unknown",
          summary: readSummary(textOf(wire.compact_summary) ?? ""),
        },
      ];
    case "SubagentStart":
    case "SubagentStop":
      return readSubagent(wire);
    default:
      return [];
  }
}

/** What the user typed. Undefined where nobody did: Qwen Code comes here, with nothing, after its tools as well. */
export function readPrompt(wire: Wire): string | undefined {
  const prompt = textOf(wire.prompt);
  if (prompt === undefined || prompt.startsWith("<task-notification>")) return undefined;
  return textOf((textOf(wire.submitted_prompt) ?? prompt.replace(REMINDER, "")).trim());
}

const REMINDER = /^\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*/;

/** What the model thought on the way to the summary is not part of it. */
function readSummary(text: string): string {
  const [, told] = /<state_snapshot>([\s\S]*)<\/state_snapshot>/.exec(text) ?? [];
  return (told ?? text.replace(/<analysis>[\s\S]*?<\/analysis>/, "")).trim();
}

function readToolEnd(wire: Wire, succeeded: boolean): Signal {
  const use = readToolUse(wire);
  const ms = numberOf(wire.duration_ms);
  const content = succeeded ? contentText(fieldsOf(wire.tool_response)["llmContent"]) : textOf(wire.error);
  const shell = use.action === "shell" && content !== undefined ? readShellOutput(content) : undefined;
  const output =
    shell?.exit === undefined ? (shell?.text ?? content) : `Exit code: ${shell.exit}\n${shell.text}`;
  const interrupted = wire.is_interrupt === true || shell?.interrupted === true;
  return {
    is: "tool-finished",
    use,
    ok: succeeded && !interrupted && shell?.exit === undefined,
    ...(interrupted ? { interrupted } : {}),
    ...(ms === undefined ? {} : { ms }),
    ...(output === undefined ? {} : { output }),
  };
}

function readSubagent(wire: Wire): Signal[] {
  const agentId = textOf(wire.agent_id);
  const agentType = textOf(wire.agent_type);
  if (agentId === undefined || agentType === undefined) return [];
  if (wire.hook_event_name === "SubagentStart") return [{ is: "subagent-started", agentId, agentType }];
  const message = textOf(wire.last_assistant_message);
  return [{ is: "subagent-finished", agentId, agentType, ...(message === undefined ? {} : { message }) }];
}
