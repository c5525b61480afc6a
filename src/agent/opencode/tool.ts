import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import type { PlanStatus } from "../../event/turn.js";
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../payload/fields.js";
import { readPatch } from "../payload/patch.js";
import type { ToolEnd } from "../plugin/hooks.js";
import type { Wire } from "../plugin/wire.js";

const ACTION: { readonly [tool: string]: ToolAction } = {
  edit: "edit",
  multiedit: "edit",
  patch: "edit",
  apply_patch: "edit",
  write: "write",
  read: "read",
  grep: "search",
  glob: "search",
  list: "search",
  lsp: "search",
  webfetch: "search",
  websearch: "search",
  codesearch: "search",
  // Of our own MCP server.
  tidemark_recall: "search",
  bash: "shell",
  todowrite: "plan",
  todoread: "plan",
  task: "agent",
};

// In the order in which one of them says best what the call is about.
const TARGETS = ["pattern", "query", "url", "description", "name", "prompt"] as const;

/** An OpenCode tool call in the words every agent shares. */
export function readToolUse(wire: Wire): ToolUse {
  const tool = textOf(wire.tool_name) ?? "unknown";
  const input = fieldsOf(wire.tool_input);
  const action = actionOf(tool);
  const path = textOf(input["filePath"]) ?? textOf(input["path"]);
  const command = action === "shell" ? textOf(input["command"]) : undefined;
  const target =
    action === "shell" || action === "edit" || action === "write"
      ? undefined
      : TARGETS.map((name) => textOf(input[name])).find((text) => text !== undefined);
  const call = textOf(wire.tool_use_id);
  const agentId = textOf(wire.agent_id);
  const change = readChange(tool, input);
  const existed = fieldsOf(wire.tool_details)["exists"];
  const plan = tool === "todowrite" ? readPlan(input["todos"]) : undefined;
  return {
    tool,
    action,
    ...(call === undefined ? {} : { call }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(command === undefined ? {} : { command }),
    ...(target === undefined ? {} : { target }),
    ...(change === undefined ? {} : { change }),
    ...(tool === "write" && typeof existed === "boolean" ? { created: !existed } : {}),
    ...(plan === undefined ? {} : { plan }),
    ...(tool.endsWith("patch") ? readPatch(textOf(input["patchText"]) ?? "") : {}),
  };
}

/** A command that failed is no failed call for OpenCode: only its exit code says so. */
export function readToolEnd(wire: Wire): ToolEnd {
  const output = textOf(wire.tool_output);
  const exit = textOf(wire.tool_name) === "bash" ? numberOf(fieldsOf(wire.tool_details)["exit"]) : undefined;
  const interrupted = wire.is_interrupt === true || ABORTED.test(output ?? "");
  if (exit === undefined || exit === 0) return { ok: wire.failed !== true, interrupted, output };
  return { ok: false, interrupted, output: `Exit code ${exit}\n${output ?? ""}` };
}

const ABORTED = /^Tool execution aborted$|User aborted the command/;

export function actionOf(tool: string): ToolAction {
  return (Object.hasOwn(ACTION, tool) ? ACTION[tool] : undefined) ?? "other";
}

function readChange(tool: string, input: Fields): Change | undefined {
  if (tool === "write") return { before: "", after: textOf(input["content"]) ?? "" };
  if (tool === "edit")
    return { before: textOf(input["oldString"]) ?? "", after: textOf(input["newString"]) ?? "" };
  if (tool === "multiedit") {
    const edits = listOf(input["edits"]).map(fieldsOf);
    const join = (name: string) => edits.map((edit) => textOf(edit[name]) ?? "").join("\n");
    return { before: join("oldString"), after: join("newString") };
  }
  return undefined;
}

function readPlan(todos: unknown): PlanChange {
  const items = listOf(todos).flatMap((entry) => {
    const item = fieldsOf(entry);
    const text = textOf(item["content"]);
    return text === undefined ? [] : [{ text, status: planStatus(item["status"]) }];
  });
  return { mode: "whole", items };
}

function planStatus(value: unknown): PlanStatus {
  if (value === "in_progress") return "doing";
  if (value === "completed") return "done";
  return value === "cancelled" ? "dropped" : "open";
}
