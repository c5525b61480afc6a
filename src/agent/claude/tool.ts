import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import type { PlanStatus } from "../../event/turn.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import type { Wire } from "./wire.js";

const ACTION: { readonly [tool: string]: ToolAction } = {
  Edit: "edit",
  MultiEdit: "edit",
  NotebookEdit: "edit",
  Write: "write",
  Read: "read",
  NotebookRead: "read",
  Grep: "search",
  Glob: "search",
  LS: "search",
  WebSearch: "search",
  WebFetch: "search",
  ToolSearch: "search",
  Bash: "shell",
  PowerShell: "shell",
  TodoWrite: "plan",
  TaskCreate: "plan",
  TaskUpdate: "plan",
  ExitPlanMode: "plan",
  Task: "agent",
  Agent: "agent",
};

// In the order in which one of them says best what the call is about.
const TARGETS = ["pattern", "query", "url", "subject", "description", "skill", "name", "prompt"] as const;

/** A Claude Code tool call in the words every agent shares. */
export function readToolUse(wire: Wire): ToolUse {
  const tool = textOf(wire.tool_name) ?? "unknown";
  const input = fieldsOf(wire.tool_input);
  const action = (Object.hasOwn(ACTION, tool) ? ACTION[tool] : undefined) ?? "other";
  const path = textOf(input["file_path"]) ?? textOf(input["notebook_path"]) ?? textOf(input["path"]);
  const command = action === "shell" ? textOf(input["command"]) : undefined;
  const target =
    action === "shell" || action === "edit" || action === "write"
      ? undefined
      : TARGETS.map((name) => textOf(input[name])).find((text) => text !== undefined);
  const call = textOf(wire.tool_use_id);
  const agentId = textOf(wire.agent_id);
  const change = readChange(tool, input, wire.tool_response);
  const made = tool === "Write" ? textOf(fieldsOf(wire.tool_response)["type"]) : undefined;
  const plan = readPlan(tool, input, wire.tool_response);
  return {
    tool,
    action,
    ...(call === undefined ? {} : { call }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(command === undefined ? {} : { command }),
    ...(target === undefined ? {} : { target }),
    ...(change === undefined ? {} : { change }),
    ...(made === "create" || made === "update" ? { created: made === "create" } : {}),
    ...(plan === undefined ? {} : { plan }),
  };
}

function readChange(tool: string, input: Fields, response: unknown): Change | undefined {
  const hunks = listOf(fieldsOf(response)["structuredPatch"]);
  if (hunks.length > 0) {
    const lines = hunks.flatMap((hunk) => listOf(fieldsOf(hunk)["lines"]).map((line) => textOf(line) ?? ""));
    return { lines };
  }
  if (tool === "Write") return { before: "", after: textOf(input["content"]) ?? "" };
  if (tool === "NotebookEdit") return { before: "", after: textOf(input["new_source"]) ?? "" };
  if (tool === "Edit") {
    return { before: textOf(input["old_string"]) ?? "", after: textOf(input["new_string"]) ?? "" };
  }
  if (tool === "MultiEdit") {
    const edits = listOf(input["edits"]).map(fieldsOf);
    const join = (name: string) => edits.map((edit) => textOf(edit[name]) ?? "").join("\n");
    return { before: join("old_string"), after: join("new_string") };
  }
  return undefined;
}

function readPlan(tool: string, input: Fields, response: unknown): PlanChange | undefined {
  if (tool === "TodoWrite") return { mode: "whole", items: todos(input["todos"]) };
  if (tool === "TaskCreate") {
    const text = textOf(input["subject"]) ?? textOf(input["title"]) ?? textOf(input["description"]);
    const key = taskKey(response);
    if (text === undefined) return undefined;
    return { mode: "add", items: [{ text, status: "open", ...(key === undefined ? {} : { key }) }] };
  }
  if (tool === "TaskUpdate") {
    const id = input["taskId"] ?? input["task_id"] ?? input["id"];
    const key = typeof id === "number" ? String(id) : textOf(id);
    if (key === undefined) return undefined;
    const text = textOf(input["subject"]);
    const status = planStatus(input["status"]);
    return {
      mode: "change",
      items: [{ key, ...(text === undefined ? {} : { text }), ...(status === undefined ? {} : { status }) }],
    };
  }
  if (tool === "ExitPlanMode") {
    const text = textOf(input["plan"]);
    return text === undefined ? undefined : { mode: "proposed", text };
  }
  // In plan mode the plan is a file of its own, written before it is shown.
  if (tool === "Write" && isPlanFile(textOf(input["file_path"]))) {
    const text = textOf(input["content"]);
    return text === undefined || text.length < SHORTEST_PLAN ? undefined : { mode: "proposed", text };
  }
  return undefined;
}

const SHORTEST_PLAN = 300;

function isPlanFile(path: string | undefined): boolean {
  return path !== undefined && /(?:^|[\\/])(?:plans?[\\/][^\\/]+|[^\\/]*plan[^\\/]*)\.md$/i.test(path);
}

function todos(value: unknown) {
  let list: unknown = value;
  // Some models send the list as a JSON string.
  if (typeof value === "string") {
    try {
      list = JSON.parse(value);
    } catch {
      list = []; // Not a list in any form: the plan stays unknown.
    }
  }
  return listOf(list).flatMap((entry) => {
    const item = fieldsOf(entry);
    const text = textOf(item["content"]) ?? textOf(item["text"]);
    return text === undefined ? [] : [{ text, status: planStatus(item["status"]) ?? "open" }];
  });
}

function planStatus(value: unknown): PlanStatus | undefined {
  switch (value) {
    case "pending":
      return "open";
    case "in_progress":
      return "doing";
    case "completed":
      return "done";
    case "deleted":
    case "cancelled":
      return "dropped";
    default:
      return undefined;
  }
}

// The new task's number is only in the answer: an object with it, or a sentence like "Task #3 created".
function taskKey(response: unknown): string | undefined {
  const task = fieldsOf(fieldsOf(response)["task"]);
  const id = task["id"] ?? fieldsOf(response)["taskId"];
  if (typeof id === "string" || typeof id === "number") return String(id);
  return /#(\w{1,12})/.exec(typeof response === "string" ? response : "")?.[1];
}
