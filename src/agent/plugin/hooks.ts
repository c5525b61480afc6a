import { listOf, numberOf, textOf } from "../payload/fields.js";
import { compactionFinished, readSession, readSubagent } from "../payload/hear.js";
import type { Signal, ToolUse } from "../signal.js";
import type { Wire } from "./wire.js";

/** The end of a tool call. */
export interface ToolEnd {
  readonly ok: boolean;
  readonly interrupted: boolean;
  readonly output: string | undefined;
}

export interface Dialect {
  readToolUse(wire: Wire): ToolUse;
  readToolEnd(wire: Wire): ToolEnd;
}

/** Ignores unknown payloads. */
export function readSignals(wire: Wire, dialect: Dialect): Signal[] {
  switch (wire.hook_event_name) {
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
        ...readSession(wire),
      ];
    case "PostCompact":
      return [compactionFinished(wire, textOf(wire.compact_summary) ?? "")];
    case "SubagentStart":
    case "SubagentStop":
      return readSubagent(wire, textOf(wire.agent_type) ?? "unknown");
    default:
      return readSession(wire);
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
    ms,
    output,
  };
}
