import { COMMANDS } from "../command.js";
import { ASKING } from "../settings/command-format.js";
import { groupOf, HOOK_TABLE } from "./setup.js";

/** Claude Code replaces this with the folder of the plugin. */
const ROOT = "$" + "{CLAUDE_PLUGIN_ROOT}";
const LAUNCHER = `${ROOT}/plugin.cjs`;

/** All files of the plugin except the programs, by path. The build writes them beside the bundles. */
export function pluginFiles(version: string): ReadonlyMap<string, string> {
  return new Map([
    [".claude-plugin/plugin.json", json(manifest(version))],
    ["hooks/hooks.json", json({ hooks })],
    ...COMMANDS.map((command): [string, string] => {
      const line = `node "${LAUNCHER}" cli ${command.run.join(" ")}`;
      return [`commands/${ASKING.fileOf(command.name)}`, ASKING.textOf(command, line)];
    }),
  ]);
}

const hooks = Object.fromEntries(
  HOOK_TABLE.events.map((event) => [event, [groupOf(event, { command: "node", args: [LAUNCHER, "hook"] })]]),
);

function manifest(version: string): object {
  return {
    name: "tidemark",
    version,
    description: "Continuity for AI coding agents: the next session knows where the work stands.",
    author: { name: "Tidemark" },
    license: "MIT",
    keywords: ["memory", "continuity", "session", "recall", "checkpoint"],
    mcpServers: { tidemark: { command: "node", args: [LAUNCHER, "mcp"] } },
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
