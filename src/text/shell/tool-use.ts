import { fieldOf, type Json } from "../../event/json.js";
import type { ToolAbout } from "../../event/message.js";
import type { ToolAction } from "../../event/tool.js";

// By the words of a name such as `readFile`, `read_file` or `fs.read`. The first match wins.
const ACTIONS: readonly (readonly [ToolAction, RegExp])[] = [
  ["shell", /^(?:bash|sh|shell|zsh|exec|execute|run|command|terminal|powershell)$/],
  ["edit", /^(?:edit|replace|patch|update|modify|insert|apply)$/],
  ["write", /^(?:write|create|save)$/],
  ["delete", /^(?:delete|remove|unlink|rm)$/],
  ["search", /^(?:search|grep|find|glob|list|ls|query)$/],
  ["read", /^(?:read|view|open|cat|load|fetch|get)$/],
  ["plan", /^(?:todo|todos|plan|task|tasks)$/],
  ["agent", /^(?:agent|subagent|delegate)$/],
];

const PATH = ["file_path", "filePath", "path", "file", "filename", "paths", "files"];
const COMMAND = ["command", "cmd", "script"];
const TARGET = ["query", "pattern", "url", "q", "prompt", "name"];
const MAX_PATHS = 20;

/** Reads the action, paths and target of a tool call from its name and input. */
export function detectToolUse(tool: string, input: Json): ToolAbout {
  const command = textsAt(input, COMMAND)[0];
  const paths = textsAt(input, PATH).slice(0, MAX_PATHS);
  return {
    action: actionOf(tool, command !== undefined),
    paths: paths.length === 0 ? undefined : paths,
    command,
    target: textsAt(input, TARGET)[0],
  };
}

function actionOf(tool: string, hasCommand: boolean): ToolAction {
  if (hasCommand) return "shell";
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return ACTIONS.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0] ?? "other";
}

/** The texts of the first field that has any. */
function textsAt(input: Json, names: readonly string[]): string[] {
  for (const name of names) {
    const value = fieldOf(input, name);
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (item) => typeof item === "string" && item !== "",
    );
    if (texts.length > 0) return texts;
  }
  return [];
}
