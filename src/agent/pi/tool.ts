import type { Change, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import type { ToolEnd } from "../plugin/hooks.js";
import type { Wire } from "../plugin/wire.js";

const ACTION: { readonly [tool: string]: ToolAction } = {
  edit: "edit",
  write: "write",
  read: "read",
  grep: "search",
  find: "search",
  ls: "search",
  // Offered by our own extension.
  tidemark_recall: "search",
  bash: "shell",
  powershell: "shell",
};

// In the order in which one of them says best what the call is about.
const TARGETS = ["pattern", "query", "url", "description", "name", "prompt"] as const;

/** A tool call of pi in the words every agent shares. */
export function readToolUse(wire: Wire): ToolUse {
  const tool = textOf(wire.tool_name) ?? "unknown";
  const input = fieldsOf(wire.tool_input);
  const action = actionOf(tool);
  const path = textOf(input["path"]);
  const command = action === "shell" ? textOf(input["command"]) : undefined;
  const target =
    action === "shell" || action === "edit" || action === "write"
      ? undefined
      : TARGETS.map((name) => textOf(input[name])).find((text) => text !== undefined);
  const call = textOf(wire.tool_use_id);
  const change = readChange(tool, input);
  return {
    tool,
    action,
    ...(call === undefined ? {} : { call }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(command === undefined ? {} : { command }),
    ...(target === undefined ? {} : { target }),
    ...(change === undefined ? {} : { change }),
  };
}

export function actionOf(tool: string): ToolAction {
  return (Object.hasOwn(ACTION, tool) ? ACTION[tool] : undefined) ?? "other";
}

/** Of a command that failed, pi writes the exit code below what it printed. */
export function readToolEnd(wire: Wire): ToolEnd {
  const output = textOf(wire.tool_output);
  const failed = wire.failed === true;
  const interrupted = wire.is_interrupt === true || (failed && ABORTED.test(output ?? ""));
  const exit = failed ? EXITED.exec(output ?? "")?.[1] : undefined;
  return { ok: !failed, interrupted, output: exit === undefined ? output : `Exit code ${exit}\n${output}` };
}

const EXITED = /\bCommand exited with code (\d{1,5})\s*$/;
const ABORTED = /\b(?:Command|Operation) aborted\s*$/;

function readChange(tool: string, input: Fields): Change | undefined {
  if (tool === "write") return { before: "", after: textOf(input["content"]) ?? "" };
  if (tool !== "edit") return undefined;
  const edits = [input, ...listOf(input["edits"]).map(fieldsOf)];
  const join = (name: string) => edits.flatMap((edit) => textOf(edit[name]) ?? []).join("\n");
  return { before: join("oldText"), after: join("newText") };
}
