import type { ToolAction } from "../../event/tool.js";
import type { ToolUse } from "../signal.js";
import { type Fields, fieldsOf, firstText, lookUp, textOf } from "./fields.js";

/** How an agent names its tools and their arguments. */
export interface ToolTable {
  readonly actions: { readonly [tool: string]: ToolAction };
  /** The arguments that name a file. */
  readonly paths: readonly string[];
  /** In the order in which one of them says best what the call is about. */
  readonly targets: readonly string[];
}

/** What a tool is called with, as far as its table tells. */
export interface Call extends Sketch {
  readonly input: Fields;
}

/** A tool call of which some is not known. */
type Sketch = Pick<ToolUse, "tool" | "action"> & {
  readonly [name in keyof ToolUse]?: ToolUse[name] | undefined;
};

export function readCall(name: unknown, args: unknown, { actions, paths, targets }: ToolTable): Call {
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
    target: NAMED_BY_ITSELF.has(action) ? undefined : firstText(input, targets),
  };
}

/** A tool call in the words every agent shares. */
export function toolUse(sketch: Sketch): ToolUse {
  const { tool, action, call, agentId, paths, command, target, change, created, plan } = sketch;
  return {
    tool,
    action,
    call,
    agentId,
    paths,
    command,
    target,
    change,
    created,
    plan,
  };
}

/** Its command or its file says what such a call is about. */
const NAMED_BY_ITSELF: ReadonlySet<ToolAction> = new Set(["shell", "edit", "write"]);
