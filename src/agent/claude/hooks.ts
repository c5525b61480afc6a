import type { Signal } from "../../capture/signal.js";
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf } from "../payload/fields.js";
import { compactionFinished, readSession, readSubagent } from "../payload/session.js";
import type { Wire } from "../payload/wire.js";
import { readToolUse } from "./tool.js";

/** The hooks Claude Code runs for us, each with the seconds it may take before Claude gives up on it. */
export const HOOKS = {
  SessionStart: 5,
  UserPromptSubmit: 5,
  PreToolUse: 5,
  PostToolUse: 5,
  PostToolUseFailure: 5,
  PreCompact: 5,
  PostCompact: 5,
  SubagentStart: 5,
  SubagentStop: 5,
  Stop: 5,
  SessionEnd: 5,
} as const;

/** Turns one payload into signals; what it does not know, it leaves. */
export function readSignals(wire: Wire): Signal[] {
  switch (wire.hook_event_name) {
    case "UserPromptSubmit": {
      const text = textOf(wire.prompt);
      // A finished background task arrives as if the user had typed it.
      if (text === undefined || text.startsWith("<task-notification>")) return [];
      return [{ is: "prompt", text }];
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
      // Claude's own compaction worker reports itself as a subagent without a type.
      return readSubagent(wire, textOf(wire.agent_type));
    default:
      return readSession(wire);
  }
}

function readToolEnd(wire: Wire, succeeded: boolean): Signal {
  const ms = numberOf(wire.duration_ms);
  const response = isFields(wire.tool_response) ? wire.tool_response : undefined;
  const output = succeeded ? outputText(wire.tool_response) : textOf(wire.error);
  const interrupted = wire.is_interrupt === true || response?.["interrupted"] === true;
  return {
    is: "tool-finished",
    use: readToolUse(wire),
    ok: succeeded && !interrupted,
    ...(interrupted ? { interrupted } : {}),
    ...(ms === undefined ? {} : { ms }),
    ...(output === undefined ? {} : { output }),
  };
}

function readSummary(text: string): string {
  return text.replace(/^\s*<summary>|<\/summary>\s*$/g, "").trim();
}

function outputText(response: unknown): string | undefined {
  if (typeof response === "string") return response;
  if (Array.isArray(response)) return contentText(response);
  const fields: Fields = fieldsOf(response);
  const streams = [textOf(fields["stdout"]), textOf(fields["stderr"])].filter((text) => text !== undefined);
  return streams.length > 0 ? streams.join("\n") : contentText(listOf(fields["content"]));
}

function contentText(parts: readonly unknown[]): string | undefined {
  const texts = parts.map((part) => textOf(fieldsOf(part)["text"])).filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join("\n") : undefined;
}
