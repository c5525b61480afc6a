import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf } from "../payload/fields.js";
import { compactionFinished, readSession, readSubagent } from "../payload/hear.js";
import { askedPlan, planStatus, proposedPlan, wholePlan } from "../payload/plan.js";
import { readCall, type ToolTable } from "../payload/tool-use.js";
import type { Wire } from "../payload/wire.js";
import type { Change, PlanChange, Signal, ToolUse } from "../signal.js";
import { readSummary } from "./summary.js";

/** Ignores unknown payloads. */
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
  const interrupted =
    wire.is_interrupt === true ||
    response?.["interrupted"] === true ||
    (!succeeded && output?.startsWith("[Request interrupted by user") === true);
  return {
    is: "tool-finished",
    use: readToolUse(wire),
    ok: succeeded && !interrupted,
    ...(interrupted ? { interrupted } : {}),
    ms,
    output,
  };
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

function readToolUse(wire: Wire): ToolUse {
  const { input, ...call } = readCall(wire.tool_name, wire.tool_input, TOOLS, wire.tool_response);
  const { tool } = call;
  const made = tool === "Write" ? textOf(fieldsOf(wire.tool_response)["type"]) : undefined;
  return {
    ...call,
    call: textOf(wire.tool_use_id),
    agentId: textOf(wire.agent_id),
    change: readChange(tool, input, wire.tool_response),
    created: made === "create" || made === "update" ? made === "create" : undefined,
    plan: readPlan(tool, input, wire.tool_response),
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
  if (tool === "TodoWrite") return wholePlan(listIn(input["todos"]), ["content", "text"]);
  if (tool === "TaskCreate") {
    const text = textOf(input["subject"]) ?? textOf(input["title"]) ?? textOf(input["description"]);
    const key = taskKey(response);
    if (text === undefined) return undefined;
    return { mode: "add", items: [{ text, status: "open", key }] };
  }
  if (tool === "TaskUpdate") {
    const id = input["taskId"] ?? input["task_id"] ?? input["id"];
    const key = typeof id === "number" ? String(id) : textOf(id);
    if (key === undefined) return undefined;
    const text = textOf(input["subject"]);
    const status = planStatus(input["status"]);
    return { mode: "change", items: [{ key, text, status }] };
  }
  if (tool === "ExitPlanMode") return askedPlan(textOf(input["plan"]) ?? textOf(fieldsOf(response)["plan"]));
  // In plan mode the agent writes the plan to a file before it shows it.
  if (tool === "Write" && isPlanFile(textOf(input["file_path"]))) {
    const text = textOf(input["content"]);
    return text === undefined || text.length < MIN_PLAN_CHARS ? undefined : proposedPlan(text);
  }
  return undefined;
}

const MIN_PLAN_CHARS = 300;

function isPlanFile(path: string | undefined): boolean {
  return path !== undefined && /(?:^|[\\/])(?:plans?[\\/][^\\/]+|[^\\/]*plan[^\\/]*)\.md$/i.test(path);
}

// Some models send the list as a JSON string.
function listIn(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return []; // Not a list: the plan stays unknown.
  }
}

// Only the answer has the number of a new task: in an object, or in a sentence like "Task #3 created".
function taskKey(response: unknown): string | undefined {
  const task = fieldsOf(fieldsOf(response)["task"]);
  const id = task["id"] ?? fieldsOf(response)["taskId"];
  if (typeof id === "string" || typeof id === "number") return String(id);
  return /#(\w{1,12})/.exec(typeof response === "string" ? response : "")?.[1];
}
