import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../launch.js";
import { call } from "../script.js";

export const launch: Launch = {
  prepare: ({ home, modelUrl, folder }) => {
    const own = join(home, ".config", "opencode");
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "opencode.json"), `${JSON.stringify(config(modelUrl), null, 2)}\n`);
    // Where there is a plugin it wants its own package beside it, and without a network waits long for it.
    for (const file of ["package.json", "package-lock.json"])
      copyFileSync(join(folder, file), join(own, file));
    symlinkSync(join(folder, "node_modules"), join(own, "node_modules"));
  },
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  }),
  words: (args, prompt) => ["run", ...args, prompt],
  hands: {
    shell: (command) => call("bash", { command, description: "Run a command" }),
    write: (filePath, content) => call("write", { filePath, content }),
    read: (filePath) => call("read", { filePath }),
    ask: (server, tool, input) => call(`${server}_${tool}`, input),
    plan: (tasks) =>
      call("todowrite", {
        todos: tasks.map((content, index) => ({
          id: `${index + 1}`,
          content,
          status: index === 0 ? "completed" : "pending",
          priority: "medium",
        })),
      }),
  },
};

function config(modelUrl: string) {
  return {
    autoupdate: false,
    share: "disabled",
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    permission: "allow",
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${modelUrl}/v1`, apiKey: "dummy" },
        models: { scripted: { limit: { context: 100_000, output: 8000 }, tool_call: true } },
      },
    },
  };
}
