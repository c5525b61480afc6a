import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import { type Fields, textOf } from "../payload/fields.js";
import { wholePlan } from "../payload/plan.js";
import { readCall, type ToolTable, toolUse } from "../payload/tool-use.js";
import type { Wire } from "../payload/wire.js";

/** What such an agent sends: one or another has a name of its own for a field. */
export interface PlainWire extends Wire {
  readonly text?: unknown;
  readonly tool_output?: unknown;
  readonly tool_call_id?: unknown;
  readonly duration?: unknown;
  readonly error_message?: unknown;
}

const PATHS = ["file_path", "path"] as const;
const TARGETS = ["pattern", "query", "url", "description", "name", "prompt"] as const;

/** A tool call in the words every agent shares. */
export function readPlainUse(wire: PlainWire, actions: ToolTable["actions"]): ToolUse {
  const call = readCall(wire.tool_name, wire.tool_input, { actions, paths: PATHS, targets: TARGETS });
  const { action, input, paths } = call;
  return toolUse({
    ...call,
    call: textOf(wire.tool_use_id) ?? textOf(wire.tool_call_id),
    paths: action === "shell" ? undefined : paths,
    change: readChange(action, input),
    plan: action === "plan" ? readTodos(input["todos"]) : undefined,
  });
}

function readChange(action: ToolAction, input: Fields): Change | undefined {
  if (action === "write")
    return { before: "", after: textOf(input["content"]) ?? textOf(input["contents"]) ?? "" };
  if (action !== "edit") return undefined;
  const before = textOf(input["old_string"]) ?? textOf(input["old_str"]) ?? "";
  return { before, after: textOf(input["new_string"]) ?? textOf(input["new_str"]) ?? "" };
}

/** A list of entries, or the lines of one: `1. [completed] measured`. */
function readTodos(todos: unknown): PlanChange | undefined {
  const list =
    typeof todos === "string"
      ? [...todos.slice(0, LONGEST).matchAll(LINE)].map(([, status, text]) => ({ text, status }))
      : todos;
  const plan = wholePlan(list, ["title", "content", "text"]);
  return plan.items.length === 0 ? undefined : plan;
}

const LONGEST = 20_000;
const LINE = /^\d{1,3}\. \[(\w{1,20})\] (.+)$/gm;
