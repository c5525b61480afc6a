import * as v from "valibot";
import { define } from "./define.js";

export const action = v.picklist([
  "edit",
  "write",
  "delete",
  "read",
  "search",
  "shell",
  "plan",
  "agent",
  "other",
]);

const use = {
  /** The agent's own id of the call, to pair a start with its end. */
  call: v.optional(v.string()),
  /** The tool's name in the agent's own words. */
  tool: v.string(),
  action,
  /** Files that the call names, relative to the project if they are inside it. */
  paths: v.optional(v.array(v.string())),
  command: v.optional(v.string()),
  /** The search term, or the argument that best describes the call. */
  target: v.optional(v.string()),
  /** The subagent that made the call. */
  agentId: v.optional(v.string()),
};

export const toolEvents = {
  "tool.started": define("The agent is about to use a tool.", () => v.object(use)),
  "tool.finished": define("A tool call ended, well or badly.", () =>
    v.object({
      ...use,
      ok: v.boolean(),
      interrupted: v.optional(v.boolean()),
      /** The person did not allow the call: his words, or "". */
      refused: v.optional(v.string()),
      ms: v.optional(v.number()),
      exit: v.optional(v.number()),
      /** Whether the file is new; undefined if the agent does not say. */
      created: v.optional(v.boolean()),
      /** Counts of lines, and the first changed lines with their signs. */
      added: v.optional(v.number()),
      removed: v.optional(v.number()),
      change: v.optional(v.string()),
      /** The functions and types that it declared, if another tool listed them. */
      names: v.optional(v.array(v.string())),
      /** The lines that name a failure, or the last ones. */
      output: v.optional(v.string()),
    }),
  ),
};

export const TOOL_ACTIONS = action.options;
export type ToolAction = v.InferOutput<typeof action>;
