import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import type { PlanStatus } from "../../event/turn.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";

/** What such an agent sends. Every field is optional and of unknown type: versions differ, and nothing may disturb it. */
export interface PlainWire {
  readonly source?: unknown;
  readonly prompt?: unknown;
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
  readonly tool_response?: unknown;
  readonly tool_output?: unknown;
  readonly tool_use_id?: unknown;
  readonly tool_call_id?: unknown;
  readonly duration?: unknown;
  readonly error?: unknown;
  readonly error_message?: unknown;
  readonly text?: unknown;
  readonly last_assistant_message?: unknown;
  readonly trigger?: unknown;
  readonly reason?: unknown;
}

// In the order in which one of them says best what the call is about.
const TARGETS = ["pattern", "query", "url", "description", "name", "prompt"] as const;

/** A tool call in the words every agent shares. */
export function readPlainUse(wire: PlainWire, actions: { readonly [tool: string]: ToolAction }): ToolUse {
  const tool = textOf(wire.tool_name) ?? "unknown";
  const input = fieldsOf(wire.tool_input);
  const action = (Object.hasOwn(actions, tool) ? actions[tool] : undefined) ?? "other";
  const call = textOf(wire.tool_use_id) ?? textOf(wire.tool_call_id);
  const path = action === "shell" ? undefined : (textOf(input["file_path"]) ?? textOf(input["path"]));
  const command = action === "shell" ? textOf(input["command"]) : undefined;
  const isWork = action === "shell" || action === "edit" || action === "write";
  const target = isWork ? undefined : TARGETS.map((name) => textOf(input[name])).find((text) => text);
  const change = readChange(action, input);
  const plan = action === "plan" ? readTodos(input["todos"]) : undefined;
  return {
    tool,
    action,
    ...(call === undefined ? {} : { call }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(command === undefined ? {} : { command }),
    ...(target === undefined ? {} : { target }),
    ...(change === undefined ? {} : { change }),
    ...(plan === undefined ? {} : { plan }),
  };
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
  const entries = listOf(todos).map(fieldsOf);
  const lines = typeof todos === "string" ? [...todos.slice(0, LONGEST).matchAll(LINE)] : [];
  const items = [
    ...entries.map((entry) => ({
      text: textOf(entry["title"]) ?? textOf(entry["content"]) ?? textOf(entry["text"]),
      status: textOf(entry["status"]),
    })),
    ...lines.map(([, status, text]) => ({ text, status })),
  ].flatMap(({ text, status = "" }) =>
    text === undefined
      ? []
      : [{ text, status: (Object.hasOwn(STATUS, status) ? STATUS[status] : undefined) ?? "open" }],
  );
  return items.length === 0 ? undefined : { mode: "whole", items };
}

const LONGEST = 20_000;
const LINE = /^\d{1,3}\. \[(\w{1,20})\] (.+)$/gm;
const STATUS: { readonly [word: string]: PlanStatus } = {
  in_progress: "doing",
  completed: "done",
  done: "done",
  cancelled: "dropped",
};
