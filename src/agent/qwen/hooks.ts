import { fieldsOf, numberOf, textOf } from "../payload/fields.js";
import { contentText, readShellOutput, readToolUse } from "../payload/gemini-tool.js";
import { compactionFinished, readSession, readSubagent } from "../payload/hear.js";
import type { Wire } from "../payload/wire.js";
import type { Signal } from "../signal.js";

/** Ignores unknown payloads. */
export function readSignals(wire: Wire): Signal[] {
  switch (wire.hook_event_name) {
    case "UserPromptSubmit": {
      const text = readPrompt(wire);
      return text === undefined ? [] : [{ is: "prompt", text }];
    }
    case "PreToolUse":
      return [{ is: "tool-started", use: readToolUse(wire) }];
    case "PostToolUse":
    case "PostToolUseFailure":
      return [readToolEnd(wire, wire.hook_event_name === "PostToolUse")];
    case "PostCompact":
      return [compactionFinished(wire, readSummary(textOf(wire.compact_summary) ?? ""))];
    case "SubagentStart":
    case "SubagentStop":
      return readSubagent(wire, textOf(wire.agent_id) && textOf(wire.agent_type));
    default:
      return readSession(wire);
  }
}

/** Undefined if nobody typed it: Qwen Code runs this hook after tools too, with an empty prompt. */
function readPrompt(wire: Wire): string | undefined {
  const prompt = textOf(wire.prompt);
  if (prompt === undefined || prompt.startsWith("<task-notification>")) return undefined;
  return textOf((textOf(wire.submitted_prompt) ?? prompt.replace(REMINDER, "")).trim());
}

const REMINDER = /^\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*/;

/** The model's reasoning is not part of the summary. */
function readSummary(text: string): string {
  const [, snapshot] = /<state_snapshot>([\s\S]*)<\/state_snapshot>/.exec(text) ?? [];
  return (snapshot ?? text.replace(/<analysis>[\s\S]*?<\/analysis>/, "")).trim();
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
    ms,
    output,
  };
}
