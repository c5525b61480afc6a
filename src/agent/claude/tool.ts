import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { planStatus, proposedPlan, wholePlan } from "../payload/plan.js";
import { readCall, type ToolTable, toolUse } from "../payload/tool-use.js";
import type { Wire } from "../payload/wire.js";

const TOOLS: ToolTable = {
  actions: {
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
  },
  paths: ["file_path", "notebook_path", "path"],
  targets: ["pattern", "query", "url", "subject", "description", "skill", "name", "prompt"],
};

/** A Claude Code tool call in the words every agent shares. */
export function readToolUse(wire: Wire): ToolUse {
  const call = readCall(wire.tool_name, wire.tool_input, TOOLS);
  const { tool, input } = call;
  const made = tool === "Write" ? textOf(fieldsOf(wire.tool_response)["type"]) : undefined;
  return toolUse({
    ...call,
    call: textOf(wire.tool_use_id),
    agentId: textOf(wire.agent_id),
    change: readChange(tool, input, wire.tool_response),
    created: made === "create" || made === "update" ? made === "create" : undefined,
    plan: readPlan(tool, input, wire.tool_response),
  });
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
  if (tool === "TodoWrite") return wholePlan(listIn(input["todos"]), ["content", "text"]);
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
  if (tool === "ExitPlanMode") return proposedPlan(textOf(input["plan"]));
  // In plan mode the plan is a file of its own, written before it is shown.
  if (tool === "Write" && isPlanFile(textOf(input["file_path"]))) {
    const text = textOf(input["content"]);
    return text === undefined || text.length < SHORTEST_PLAN ? undefined : proposedPlan(text);
  }
  return undefined;
}

const SHORTEST_PLAN = 300;

function isPlanFile(path: string | undefined): boolean {
  return path !== undefined && /(?:^|[\\/])(?:plans?[\\/][^\\/]+|[^\\/]*plan[^\\/]*)\.md$/i.test(path);
}

// Some models send the list as a JSON string.
function listIn(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return []; // Not a list in any form: the plan stays unknown.
  }
}

// The new task's number is only in the answer: an object with it, or a sentence like "Task #3 created".
function taskKey(response: unknown): string | undefined {
  const task = fieldsOf(fieldsOf(response)["task"]);
  const id = task["id"] ?? fieldsOf(response)["taskId"];
  if (typeof id === "string" || typeof id === "number") return String(id);
  return /#(\w{1,12})/.exec(typeof response === "string" ? response : "")?.[1];
}
