import type { ToolAction } from "../../event/tool.js";
import { type Fields, fieldsOf, listOf, lookUp, numberOf, textOf } from "../payload/fields.js";
import { readPatch } from "../payload/patch.js";
import { wholePlan } from "../payload/plan.js";
import { readCall, type ToolTable } from "../payload/tool-use.js";
import type { ToolEnd } from "../plugin/hooks.js";
import type { Wire } from "../plugin/wire.js";
import type { Change, ToolUse } from "../signal.js";

const TOOLS: ToolTable = {
  actions: {
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
    // From our own MCP server.
    tidemark_recall: "search",
    bash: "shell",
    todowrite: "plan",
    todoread: "plan",
    task: "agent",
  },
  paths: ["filePath", "path"],
  targets: ["pattern", "query", "url", "description", "name", "prompt"],
};

export function readToolUse(wire: Wire): ToolUse {
  const { input, ...call } = readCall(wire.tool_name, wire.tool_input, TOOLS, wire.tool_output);
  const { tool } = call;
  const existed = fieldsOf(wire.tool_details)["exists"];
  return {
    ...call,
    call: textOf(wire.tool_use_id),
    agentId: textOf(wire.agent_id),
    change: readChange(tool, input),
    created: tool === "write" && typeof existed === "boolean" ? !existed : undefined,
    plan: tool === "todowrite" ? wholePlan(input["todos"], ["content"]) : undefined,
    ...(tool.endsWith("patch") ? readPatch(textOf(input["patchText"]) ?? "") : {}),
  };
}

/** For OpenCode a failed command is not a failed call: only the exit code shows it. */
export function readToolEnd(wire: Wire): ToolEnd {
  const output = textOf(wire.tool_output);
  const exit = textOf(wire.tool_name) === "bash" ? numberOf(fieldsOf(wire.tool_details)["exit"]) : undefined;
  const interrupted = wire.is_interrupt === true || ABORTED.test(output ?? "");
  if (exit === undefined || exit === 0) return { ok: wire.failed !== true, interrupted, output };
  return { ok: false, interrupted, output: `Exit code ${exit}\n${output ?? ""}` };
}

const ABORTED = /^Tool execution aborted$|User aborted the command/;

export function actionOf(tool: string): ToolAction {
  return lookUp(TOOLS.actions, tool) ?? "other";
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
