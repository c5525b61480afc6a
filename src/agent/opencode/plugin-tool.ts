import { onlyReads } from "../../text/shell/only-reads.js";
import { fieldsOf, numberOf, textOf } from "../payload/fields.js";
import { shorten } from "../plugin/hook-line.js";
import { actionOf } from "./tool.js";
export interface Call {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: unknown;
}

export function calling(input: unknown, args: unknown): Call {
  const { tool, callID } = fieldsOf(input);
  return { tool_name: textOf(tool) ?? "unknown", tool_use_id: textOf(callID) ?? "", tool_input: args };
}

/** Whether the call waits for the hook: it may change files, which are saved first, or it queries memory. */
export function mustWait({ tool_name, tool_input }: Call): boolean {
  const { command, filePath } = fieldsOf(tool_input);
  const text = textOf(command) ?? "";
  switch (actionOf(tool_name)) {
    case "shell":
      return text.includes("recall") || !onlyReads(text);
    case "read":
      return (textOf(filePath) ?? "").includes("recall");
    case "search":
    case "plan":
    case "agent":
      return false;
    default:
      return true;
  }
}

/** The end of a tool call, from its message part. */
export function ended(part: unknown) {
  const { type, tool, callID, state: raw } = fieldsOf(part);
  const state = fieldsOf(raw);
  const failed = state["status"] === "error";
  if (type !== "tool" || (!failed && state["status"] !== "completed")) return undefined;
  const output = textOf(failed ? state["error"] : state["output"]);
  const { exit, exists, interrupted } = fieldsOf(state["metadata"]);
  const { start, end } = fieldsOf(state["time"]);
  const [from, to] = [numberOf(start), numberOf(end)];
  return {
    ...calling({ tool, callID }, state["input"]),
    failed,
    ...(interrupted === true ? { is_interrupt: true } : {}),
    tool_output: output === undefined ? undefined : shorten(output),
    tool_details: { exit, exists },
    ...(from === undefined || to === undefined ? {} : { duration_ms: to - from }),
  };
}
