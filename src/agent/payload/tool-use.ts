import type { ToolAction } from "../../event/tool.js";
import type { ToolUse } from "../signal.js";
import { readAnswers } from "./answer.js";
import { type Fields, fieldsOf, firstText, listOf, lookUp, textOf } from "./fields.js";

/** An agent's names for its tools and their arguments. */
export interface ToolTable {
  readonly actions: { readonly [tool: string]: ToolAction };
  readonly paths: readonly string[];
  /** The first one present describes the call. */
  readonly targets: readonly string[];
}

/** A call as far as the table knows it, with its arguments. `response` is its result, if it has ended. */
export function readCall(
  name: unknown,
  args: unknown,
  { actions, paths, targets }: ToolTable,
  response: unknown,
): ToolUse & { readonly input: Fields } {
  const tool = textOf(name) ?? "unknown";
  const input = fieldsOf(args);
  const action = lookUp(actions, tool) ?? "other";
  const path = firstText(input, paths);
  return {
    tool,
    action,
    input,
    paths: path === undefined ? undefined : [path],
    command: action === "shell" ? textOf(input["command"]) : undefined,
    target: NAMED_BY_ITSELF.has(action)
      ? undefined
      : (firstText(input, targets) ?? textOf(fieldsOf(listOf(input["questions"])[0])["question"])),
    answers: readAnswers(tool, input, response),
  };
}

/** The command or file already describes these calls. */
const NAMED_BY_ITSELF: ReadonlySet<ToolAction> = new Set(["shell", "edit", "write"]);
