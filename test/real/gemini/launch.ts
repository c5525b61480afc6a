import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../launch.js";
import { call } from "../script.js";

export const launch: Launch = {
  prepare: ({ home }) => {
    mkdirSync(join(home, ".gemini"));
    writeFileSync(join(home, ".gemini", "settings.json"), `${JSON.stringify(SETTINGS, null, 2)}\n`);
  },
  env: ({ modelUrl }) => ({
    GEMINI_API_KEY: "dummy",
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_TELEMETRY_ENABLED: "false",
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GEMINI_CLI_NO_RELAUNCH: "true",
  }),
  // With a model of its own choice it would first ask another model which one that is.
  words: (args, prompt) => [...args, "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", prompt],
  hands: {
    shell: (command) => call("run_shell_command", { command }),
    write: (file_path, content) => call("write_file", { file_path, content }),
    read: (file_path) => call("read_file", { file_path }),
    ask: (server, tool, input) => call(`mcp_${server}_${tool}`, input),
    plan: (tasks) =>
      call("write_todos", {
        todos: tasks.map((description, index) => ({
          description,
          status: index === 0 ? "completed" : "pending",
        })),
      }),
  },
};

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { disableAutoUpdate: true, disableUpdateNag: true },
};
