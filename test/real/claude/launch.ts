import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../launch.js";
import { call, shell } from "../script.js";

export const launch: Launch = {
  prepare: ({ home }) => mkdirSync(folderIn(home)),
  env: ({ home, modelUrl }) => ({
    CLAUDE_CONFIG_DIR: folderIn(home),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "dummy",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    IS_SANDBOX: "1", // else it refuses to bypass permissions as root
  }),
  words: (args, prompt) => ["-p", prompt, "--permission-mode", "bypassPermissions", ...args],
  hands: {
    shell,
    write: (file_path, content) => call("Write", { file_path, content }),
    read: (file_path) => call("Read", { file_path }),
    ask: (server, tool, input) => call(`mcp__${server}__${tool}`, input),
    plan: (tasks) => ({
      content: [
        ...tasks.flatMap((subject) => call("TaskCreate", { subject, description: subject }).content),
        ...call("TaskUpdate", { taskId: "1", status: "completed" }).content,
      ],
    }),
  },
};

export function settingsIn({ home }: { home: string }): string {
  return join(folderIn(home), "settings.json");
}

/** Claude Code offers its task tools, which a plan is made with, to the newest models only when asked. */
export const PLAN_TOOLS = { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" };

function folderIn(home: string): string {
  return join(home, "claude");
}
