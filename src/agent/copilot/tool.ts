import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import { type Fields, fieldsOf, textOf } from "../payload/fields.js";
import { readPatch } from "../payload/patch.js";
import { readChecklist, readTodoQuery } from "./todo.js";
import type { Wire } from "./wire.js";

const ACTION: { readonly [tool: string]: ToolAction } = {
  create: "write",
  edit: "edit",
  apply_patch: "edit",
  view: "read",
  grep: "search",
  rg: "search",
  glob: "search",
  web_fetch: "search",
  web_search: "search",
  fetch_copilot_cli_documentation: "search",
  bash: "shell",
  powershell: "shell",
  update_todo: "plan",
  exit_plan_mode: "plan",
  task: "agent",
};

// In the order in which one of them says best what the call is about.
const TARGETS = ["pattern", "query", "url", "description", "skill", "name", "prompt"] as const;

/** A tool call of Copilot CLI in the words every agent shares. */
export function readToolUse(wire: Wire): ToolUse {
  const tool = textOf(wire.toolName) ?? "unknown";
  const input = fieldsOf(wire.toolArgs);
  const plan = readPlan(tool, input);
  const known = Object.hasOwn(ACTION, tool) ? ACTION[tool] : undefined;
  const action = known ?? (plan === undefined ? "other" : "plan");
  const patch = tool === "apply_patch" ? readPatch(textOf(wire.toolArgs) ?? inputText(input)) : undefined;
  const path = textOf(input["path"]);
  const command = action === "shell" ? textOf(input["command"]) : undefined;
  const target =
    action === "shell" || action === "edit" || action === "write"
      ? undefined
      : TARGETS.map((name) => textOf(input[name])).find((text) => text !== undefined);
  const change = readChange(action, input);
  const agentId = wire.parentAgentId === undefined ? undefined : textOf(wire.agentId);
  return {
    tool,
    action,
    ...(agentId === undefined ? {} : { agentId }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(command === undefined ? {} : { command }),
    ...(target === undefined ? {} : { target }),
    ...(change === undefined ? {} : { change }),
    // It fails where the file is there already.
    ...(tool === "create" ? { created: true } : {}),
    ...(plan === undefined ? {} : { plan }),
    ...patch,
  };
}

function inputText(input: Fields): string {
  return textOf(input["input"]) ?? textOf(input["patch"]) ?? "";
}

function readChange(action: ToolAction, input: Fields): Change | undefined {
  if (action === "write") return { before: "", after: textOf(input["file_text"]) ?? "" };
  if (action !== "edit" || input["new_str"] === undefined) return undefined;
  return { before: textOf(input["old_str"]) ?? "", after: textOf(input["new_str"]) ?? "" };
}

function readPlan(tool: string, input: Fields): PlanChange | undefined {
  if (tool === "sql") return readTodoQuery(textOf(input["query"]) ?? "");
  if (tool === "update_todo") return readChecklist(textOf(input["todos"]) ?? "");
  const text = tool === "exit_plan_mode" ? (textOf(input["plan"]) ?? textOf(input["summary"])) : undefined;
  return text === undefined ? undefined : { mode: "proposed", text };
}
