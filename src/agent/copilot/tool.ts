import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import { type Fields, textOf } from "../payload/fields.js";
import { readPatch } from "../payload/patch.js";
import { proposedPlan } from "../payload/plan.js";
import { readCall, type ToolTable, toolUse } from "../payload/tool-use.js";
import { readChecklist, readTodoQuery } from "./todo.js";
import type { Wire } from "./wire.js";

const TOOLS: ToolTable = {
  actions: {
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
  },
  paths: ["path"],
  targets: ["pattern", "query", "url", "description", "skill", "name", "prompt"],
};

/** A tool call of Copilot CLI in the words every agent shares. */
export function readToolUse(wire: Wire): ToolUse {
  const call = readCall(wire.toolName, wire.toolArgs, TOOLS);
  const { tool, input } = call;
  const plan = readPlan(tool, input);
  const action = call.action === "other" && plan !== undefined ? "plan" : call.action;
  return toolUse({
    ...call,
    action,
    agentId: wire.parentAgentId === undefined ? undefined : textOf(wire.agentId),
    change: readChange(action, input),
    // It fails where the file is there already.
    created: tool === "create" ? true : undefined,
    plan,
    ...(tool === "apply_patch" ? readPatch(textOf(wire.toolArgs) ?? inputText(input)) : {}),
  });
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
  return proposedPlan(text);
}
