import type { ToolAction } from "../../event/tool.js";
import { readAnswers } from "../payload/answer.js";
import { type Fields, fieldsOf, firstText, lookUp, textOf } from "../payload/fields.js";
import { readPatch } from "../payload/patch.js";
import { wholePlan } from "../payload/plan.js";
import type { Wire } from "../payload/wire.js";
import type { ToolUse } from "../signal.js";

const ACTION: { readonly [tool: string]: ToolAction } = {
  Bash: "shell",
  view_image: "read",
  tool_search: "search",
  web_search: "search",
  update_plan: "plan",
};

// The first one present describes the call.
const TARGETS = ["query", "url", "objective", "task_name", "name", "message", "prompt"] as const;

export function readToolUse(wire: Wire): ToolUse {
  const tool = textOf(wire.tool_name) ?? "unknown";
  const input = fieldsOf(wire.tool_input);
  return {
    ...(readPatching(tool, input) ?? readOther(tool, input)),
    call: textOf(wire.tool_use_id),
    agentId: textOf(wire.agent_id),
    answers: readAnswers(tool, input, wire.tool_response),
  };
}

/** Codex does not run `cd FOLDER && apply_patch <<'EOF'`, but applies the patch itself. */
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
  const path = action === "read" ? textOf(input["path"]) : undefined;
  return {
    tool,
    action,
    paths: path === undefined ? undefined : [path],
    command: action === "shell" ? textOf(input["command"]) : undefined,
    target: action === "shell" ? undefined : firstText(input, TARGETS),
    plan: tool === "update_plan" ? wholePlan(input["plan"], ["step"]) : undefined,
  };
}

function actionOf(tool: string): ToolAction {
  const known = lookUp(ACTION, tool);
  if (known !== undefined) return known;
  if (tool === "apply_patch") return "edit";
  // The namespace precedes the name without a separator.
  return /spawn_agent$/.test(tool) && !tool.startsWith("mcp__") ? "agent" : "other";
}
