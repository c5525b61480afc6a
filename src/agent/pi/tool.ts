import type { ToolAction } from "../../event/tool.js";
import { type Fields, fieldsOf, listOf, lookUp, textOf } from "../payload/fields.js";
import { readCall, type ToolTable } from "../payload/tool-use.js";
import type { ToolEnd } from "../plugin/hooks.js";
import type { Wire } from "../plugin/wire.js";
import type { Change, ToolUse } from "../signal.js";

const TOOLS: ToolTable = {
  actions: {
    edit: "edit",
    write: "write",
    read: "read",
    grep: "search",
    find: "search",
    ls: "search",
    tidemark_recall: "search",
    bash: "shell",
    powershell: "shell",
  },
  paths: ["path"],
  targets: ["pattern", "query", "url", "description", "name", "prompt"],
};

export function readToolUse(wire: Wire): ToolUse {
  const { input, ...call } = readCall(wire.tool_name, wire.tool_input, TOOLS, wire.tool_output);
  return { ...call, call: textOf(wire.tool_use_id), change: readChange(call.tool, input) };
}

export function actionOf(tool: string): ToolAction {
  return lookUp(TOOLS.actions, tool) ?? "other";
}

/** pi writes the exit code of a failed command below its output. */
export function readToolEnd(wire: Wire): ToolEnd {
  const output = textOf(wire.tool_output);
  const failed = wire.failed === true;
  const interrupted = wire.is_interrupt === true || (failed && ABORTED.test(output ?? ""));
  const exit = failed ? EXITED.exec(output ?? "")?.[1] : undefined;
  return { ok: !failed, interrupted, output: exit === undefined ? output : `Exit code ${exit}\n${output}` };
}

const EXITED = /\bCommand exited with code (\d{1,5})\s*$/;
const ABORTED = /\b(?:Command|Operation) aborted\s*$/;

function readChange(tool: string, input: Fields): Change | undefined {
  if (tool === "write") return { before: "", after: textOf(input["content"]) ?? "" };
  if (tool !== "edit") return undefined;
  const edits = [input, ...listOf(input["edits"]).map(fieldsOf)];
  const join = (name: string) => edits.flatMap((edit) => textOf(edit[name]) ?? []).join("\n");
  return { before: join("oldText"), after: join("newText") };
}
