import type { PlanChange, ToolUse } from "../../capture/signal.js";
import type { ToolAction } from "../../event/tool.js";
import type { PlanStatus } from "../../event/turn.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { readPatch } from "../payload/patch.js";
import type { Wire } from "./wire.js";

const ACTION: { readonly [tool: string]: ToolAction } = {
  Bash: "shell",
  view_image: "read",
  tool_search: "search",
  web_search: "search",
  update_plan: "plan",
};

// In the order in which one of them says best what the call is about.
const TARGETS = ["query", "url", "objective", "task_name", "name", "message", "prompt"] as const;

const STATUS: { readonly [status: string]: PlanStatus } = {
  pending: "open",
  in_progress: "doing",
  completed: "done",
};

/** A Codex tool call in the words every agent shares. */
export function readToolUse(wire: Wire): ToolUse {
  const tool = textOf(wire.tool_name) ?? "unknown";
  const input = fieldsOf(wire.tool_input);
  const call = textOf(wire.tool_use_id);
  const agentId = textOf(wire.agent_id);
  return {
    ...(readPatching(tool, input) ?? readOther(tool, input)),
    ...(call === undefined ? {} : { call }),
    ...(agentId === undefined ? {} : { agentId }),
  };
}

/** `cd FOLDER && apply_patch <<'EOF'`: Codex does not run this, it applies the patch itself. */
const HEREDOC = /^\s*(?:cd\s+(['"]?)([^'"\n&;|]+?)\1\s*&&\s*)?apply_?patch\s+<</;

function readPatching(tool: string, input: Fields): ToolUse | undefined {
  const text = textOf(input["command"]);
  if (text === undefined || !text.includes("*** Begin Patch")) return undefined;
  const shell = tool === "Bash" ? HEREDOC.exec(text) : undefined;
  if (tool !== "apply_patch" && !shell) return undefined;
  const { paths = [], ...patch } = readPatch(text) ?? {};
  const folder = shell?.[2]?.trim();
  const below = (path: string) =>
    folder === undefined || /^(?:[\\/]|\w:)/.test(path) ? path : `${folder}/${path}`;
  return { tool: "apply_patch", action: "edit", ...patch, paths: paths.map(below) };
}

function readOther(tool: string, input: Fields): ToolUse {
  const action = actionOf(tool);
  const command = action === "shell" ? textOf(input["command"]) : undefined;
  const path = action === "read" ? textOf(input["path"]) : undefined;
  const target =
    action === "shell" ? undefined : TARGETS.map((name) => textOf(input[name])).find((text) => text);
  const plan = tool === "update_plan" ? readPlan(input) : undefined;
  return {
    tool,
    action,
    ...(path === undefined ? {} : { paths: [path] }),
    ...(command === undefined ? {} : { command }),
    ...(target === undefined ? {} : { target }),
    ...(plan === undefined ? {} : { plan }),
  };
}

function actionOf(tool: string): ToolAction {
  if (Object.hasOwn(ACTION, tool)) return ACTION[tool] ?? "other";
  if (tool === "apply_patch") return "edit";
  // Its name space stands before it, with nothing between.
  return /spawn_agent$/.test(tool) && !tool.startsWith("mcp__") ? "agent" : "other";
}

function readPlan(input: Fields): PlanChange {
  const items = listOf(input["plan"]).flatMap((entry) => {
    const { step, status } = fieldsOf(entry);
    const text = textOf(step);
    if (text === undefined) return [];
    const known = textOf(status) ?? "";
    return [{ text, status: (Object.hasOwn(STATUS, known) ? STATUS[known] : undefined) ?? "open" }];
  });
  return { mode: "whole", items };
}
