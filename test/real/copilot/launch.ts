import { join } from "node:path";
import type { Launch } from "../launch.js";
import { call } from "../script.js";

// Copilot CLI unpacks itself, which takes longer than a test: once for all of them.
const UNPACKED = join(import.meta.dirname, "../../../node_modules/.cache/tidemark-agents/copilot-unpacked");

export const launch: Launch = {
  env: ({ home, modelUrl }) => ({
    COPILOT_CACHE_HOME: UNPACKED,
    COPILOT_HOME: join(home, ".copilot"),
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: "dummy",
    COPILOT_MODEL: "claude-sonnet-4.6", // to a model of another maker it offers apply_patch in place of create
  }),
  words: (args, prompt) => [...args, "-p", prompt, "--allow-all"],
  hands: {
    shell: (command) => call("bash", { command, description: "Run a command" }),
    write: (path, content) => call("create", { path, file_text: content }),
    read: (path) => call("view", { path }),
    ask: (server, tool, input) => call(`${server}-${tool}`, input),
  },
};
