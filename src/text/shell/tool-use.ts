import type { Json } from "../../event/json.js";
import type { ToolAbout } from "../../event/message.js";
import type { ToolAction } from "../../event/tool.js";

// Names are written in many ways, `readFile`, `read_file`, `fs.read`: the words in them tell. The first that fits holds.
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
const MOST_PATHS = 20;

/** What a tool call of a program is about, as far as its name and input tell. */
export function detectToolUse(tool: string, input: Json): ToolAbout {
  const command = textsAt(input, COMMAND)[0];
  const paths = textsAt(input, PATH).slice(0, MOST_PATHS);
  const target = textsAt(input, TARGET)[0];
  return {
    action: actionOf(tool, command !== undefined),
    ...(paths.length === 0 ? {} : { paths }),
    command,
    target,
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

/** The texts below the first of some names that has any. */
function textsAt(input: Json, names: readonly string[]): string[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const fields: ReadonlyMap<string, Json> = new Map(Object.entries(input));
  for (const name of names) {
    const value = fields.get(name);
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (item) => typeof item === "string" && item !== "",
    );
    if (texts.length > 0) return texts;
  }
  return [];
}
