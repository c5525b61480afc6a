import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../launch.js";
import { call } from "../script.js";

export const launch: Launch = {
  prepare: ({ home }) => {
    mkdirSync(join(home, ".qwen"));
    writeFileSync(join(home, ".qwen", "settings.json"), `${JSON.stringify(SETTINGS, null, 2)}\n`);
  },
  env: ({ modelUrl }) => ({
    OPENAI_API_KEY: "dummy",
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: "scripted",
  }),
  words: (args, prompt) => [...args, "--approval-mode", "yolo", "-p", prompt],
  hands: {
    shell: (command) => call("run_shell_command", { command, is_background: false }),
    write: (file_path, content) => call("write_file", { file_path, content }),
    read: (file_path) => call("read_file", { file_path }),
    ask: (server, tool, input) => call(`mcp__${server}__${tool}`, input),
    plan: (tasks) =>
      call("todo_write", {
        todos: tasks.map((content, index) => ({
          id: `${index + 1}`,
          content,
          status: index === 0 ? "completed" : "pending",
        })),
      }),
  },
};

const SETTINGS = {
  security: { auth: { selectedType: "openai" } },
  privacy: { usageStatisticsEnabled: false },
  general: { disableAutoUpdate: true, disableUpdateNag: true },
  // Plans are off unless asked for; what it would remember by itself costs requests beside the conversation.
  tools: { todoWrite: { enabled: true } },
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
};
