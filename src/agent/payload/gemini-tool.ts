import type { ToolAction } from "../../event/tool.js";
import type { Change, PlanChange, ToolUse } from "../signal.js";
import { type Fields, fieldsOf, listOf, textOf } from "./fields.js";
import { askedPlan, proposedPlan, wholePlan } from "./plan.js";
import { readCall, type ToolTable } from "./tool-use.js";
import type { Wire } from "./wire.js";

const TOOLS: ToolTable = {
  actions: {
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
  },
  paths: ["file_path", "absolute_path", "notebook_path", "dir_path", "path"],
  targets: ["pattern", "query", "url", "description", "agent_name", "name", "prompt", "title"],
};
const MAX_PATHS = 20;

/** A tool call of Gemini CLI or its fork Qwen Code. */
export function readToolUse(wire: Wire): ToolUse {
  const { input, ...call } = readCall(wire.tool_name, wire.tool_input, TOOLS, wire.tool_response);
  const { tool, action } = call;
  const display = fieldsOf(fieldsOf(wire.tool_response)["returnDisplay"]);
  return {
    ...call,
    call: textOf(wire.tool_use_id),
    agentId: textOf(wire.agent_id),
    paths: pathsOf(call, input),
    change: readChange(action, input, display),
    created: action === "write" ? isNew(display) : undefined,
    plan: readPlan(tool, input),
  };
}

function pathsOf({ action, paths }: ToolUse, input: Fields): readonly string[] | undefined {
  // The folder of a command is not a file it works on.
  if (action === "shell") return undefined;
  if (paths !== undefined || action !== "read") return paths;
  const many = listOf(input["paths"] ?? input["include"]).flatMap((path) => textOf(path) ?? []);
  return many.length === 0 ? undefined : many.slice(0, MAX_PATHS);
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

// The lines before the first hunk name the file and look like changes.
function hunksOf(diff: string): string[] {
  const lines = diff.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return first === -1 ? [] : lines.slice(first).filter((line) => /^[-+ ]/.test(line));
}

/** Gemini CLI reports whether the file is new; Qwen Code reports the old content. */
function isNew(display: Fields): boolean | undefined {
  const said = display["isNewFile"];
  if (typeof said === "boolean") return said;
  const before = display["originalContent"];
  return typeof before === "string" && textOf(display["fileDiff"]) !== undefined ? before === "" : undefined;
}

function readPlan(tool: string, input: Fields): PlanChange | undefined {
  if (tool === "write_todos" || tool === "todo_write")
    return wholePlan(input["todos"], ["description", "content"]);
  if (tool === "exit_plan_mode") return askedPlan(textOf(input["plan"]));
  const isPlan = tool === "write_file" && isPlanFile(textOf(input["file_path"]));
  return proposedPlan(isPlan ? textOf(input["content"]) : undefined);
}

// In plan mode Gemini CLI writes its plans to a folder beside its record.
function isPlanFile(path: string | undefined): boolean {
  return path !== undefined && /[\\/]\.gemini[\\/]tmp[\\/].*[\\/]plans[\\/][^\\/]+\.md$/.test(path);
}

interface ShellOutput {
  readonly text: string;
  /** Undefined if the command succeeded. */
  readonly exit?: number;
  readonly interrupted?: true;
}

/** The text of a tool's output. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? listOf(content) : [content];
  const texts = parts.flatMap((part) =>
    typeof part === "string" ? part : (textOf(fieldsOf(part)["text"]) ?? []),
  );
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/**
 * Parses the report for the model: lines that name the command, its output, then the exit code. Only the last lines are
 * trusted: a command can print anything.
 */
export function readShellOutput(report: string): ShellOutput {
  const lines = report.replace(/^<untrusted_context>\n|\n<\/untrusted_context>\s*$/g, "").split("\n");
  let exit = 0;
  for (let last = lines.at(-1); last !== undefined && TRAILER.test(last); last = lines.at(-1)) {
    const code = /^Exit Code: (\d{1,5})$/.exec(last)?.[1];
    if (code !== undefined) exit ||= Number(code);
    if (/^Signal: (?!\(none\))/.test(last)) exit = KILLED;
    lines.pop();
  }
  const first = lines.findIndex((line) => line.startsWith("Output: "));
  const isReport = first !== -1 && lines.slice(0, first).every((line) => LEADER.test(line));
  const body = isReport ? lines.slice(first).join("\n").slice("Output: ".length) : lines.join("\n");
  const stopped = /^Command was (automatically )?cancelled/.exec(body);
  const text = body === "(empty)" ? "" : body;
  if (stopped !== null) return { text, exit: KILLED, ...(stopped[1] ? {} : { interrupted: true }) };
  return exit === 0 ? { text } : { text, exit };
}

// The exit code that a shell reports for a killed command.
const KILLED = 137;
const TRAILER = /^(?:Error: \(none\)$|(?:Exit Code|Signal|Background PIDs|Process Group PGID): )/;
const LEADER = /^(?:Command|Directory): /;
