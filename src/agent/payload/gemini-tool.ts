import type { Change, PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import type { PlanStatus } from "../../event/turn.js";
import { type Fields, fieldsOf, listOf, textOf } from "./fields.js";

/** The part of a payload that tells of a tool call, the same in Gemini CLI and in Qwen Code, which grew out of it. */
export interface ToolWire {
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
  readonly tool_response?: unknown;
  readonly tool_use_id?: unknown;
  readonly agent_id?: unknown;
}

const ACTION: { readonly [tool: string]: ToolAction } = {
  replace: "edit",
  edit: "edit",
  notebook_edit: "edit",
  write_file: "write",
  read_file: "read",
  read_many_files: "read",
  glob: "search",
  grep_search: "search",
  search_file_content: "search",
  list_directory: "search",
  google_web_search: "search",
  web_search: "search",
  web_fetch: "search",
  tool_search: "search",
  run_shell_command: "shell",
  write_todos: "plan",
  todo_write: "plan",
  exit_plan_mode: "plan",
  invoke_agent: "agent",
  agent: "agent",
  task: "agent",
};

const PATHS = ["file_path", "absolute_path", "notebook_path", "dir_path", "path"] as const;
// In the order in which one of them says best what the call is about.
const TARGETS = ["pattern", "query", "url", "description", "agent_name", "name", "prompt", "title"] as const;
const MOST_PATHS = 20;

/** A tool call of this family in the words every agent shares. */
export function readToolUse(wire: ToolWire): ToolUse {
  const tool = textOf(wire.tool_name) ?? "unknown";
  const input = fieldsOf(wire.tool_input);
  const action = (Object.hasOwn(ACTION, tool) ? ACTION[tool] : undefined) ?? "other";
  const paths = pathsOf(action, input);
  const command = action === "shell" ? textOf(input["command"]) : undefined;
  const target =
    action === "shell" || action === "edit" || action === "write"
      ? undefined
      : TARGETS.map((name) => textOf(input[name])).find((text) => text !== undefined);
  const call = textOf(wire.tool_use_id);
  const agentId = textOf(wire.agent_id);
  const display = fieldsOf(fieldsOf(wire.tool_response)["returnDisplay"]);
  const change = readChange(action, input, display);
  const created = action === "write" ? isNew(display) : undefined;
  const plan = readPlan(tool, input);
  return {
    tool,
    action,
    ...(call === undefined ? {} : { call }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(paths.length === 0 ? {} : { paths }),
    ...(command === undefined ? {} : { command }),
    ...(target === undefined ? {} : { target }),
    ...(change === undefined ? {} : { change }),
    ...(created === undefined ? {} : { created }),
    ...(plan === undefined ? {} : { plan }),
  };
}

function pathsOf(action: ToolAction, input: Fields): string[] {
  // The folder of a command is no file it works on.
  if (action === "shell") return [];
  const one = PATHS.map((name) => textOf(input[name])).find((text) => text !== undefined);
  if (one !== undefined) return [one];
  const many = listOf(input["paths"] ?? input["include"]);
  return action === "read" ? many.flatMap((path) => textOf(path) ?? []).slice(0, MOST_PATHS) : [];
}

function readChange(action: ToolAction, input: Fields, display: Fields): Change | undefined {
  if (action !== "edit" && action !== "write") return undefined;
  const diff = textOf(display["fileDiff"]);
  if (diff !== undefined) return { lines: hunksOf(diff) };
  if (action === "write") return { before: "", after: textOf(input["content"]) ?? "" };
  return {
    before: textOf(input["old_string"]) ?? "",
    after: textOf(input["new_string"]) ?? textOf(input["new_source"]) ?? "",
  };
}

// What stands before the first hunk names the file, in lines that would look like changes.
function hunksOf(diff: string): string[] {
  const lines = diff.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return first === -1 ? [] : lines.slice(first).filter((line) => /^[-+ ]/.test(line));
}

/** Gemini CLI says whether it made the file; of Qwen Code it shows by what was there before. */
function isNew(display: Fields): boolean | undefined {
  const said = display["isNewFile"];
  if (typeof said === "boolean") return said;
  const before = display["originalContent"];
  return typeof before === "string" && textOf(display["fileDiff"]) !== undefined ? before === "" : undefined;
}

function readPlan(tool: string, input: Fields): PlanChange | undefined {
  if (tool === "write_todos" || tool === "todo_write") return { mode: "whole", items: todos(input["todos"]) };
  const text =
    tool === "exit_plan_mode"
      ? textOf(input["plan"])
      : tool === "write_file" && isPlanFile(textOf(input["file_path"]))
        ? textOf(input["content"])
        : undefined;
  return text === undefined ? undefined : { mode: "proposed", text };
}

// In plan mode Gemini CLI keeps its plans in a folder of their own, beside its record of the session.
function isPlanFile(path: string | undefined): boolean {
  return path !== undefined && /[\\/]\.gemini[\\/]tmp[\\/].*[\\/]plans[\\/][^\\/]+\.md$/.test(path);
}

function todos(value: unknown) {
  return listOf(value).flatMap((entry) => {
    const item = fieldsOf(entry);
    const text = textOf(item["description"]) ?? textOf(item["content"]);
    return text === undefined ? [] : [{ text, status: planStatus(item["status"]) }];
  });
}

function planStatus(value: unknown): PlanStatus {
  switch (value) {
    case "in_progress":
      return "doing";
    case "completed":
      return "done";
    case "cancelled":
      return "dropped";
    default:
      return "open"; // "pending", and "blocked": still to be done.
  }
}
