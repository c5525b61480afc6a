import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../launch.js";
import { call } from "../script.js";

export const launch: Launch = {
  prepare: ({ home, modelUrl }) => {
    const folder = join(home, ".pi", "agent");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "models.json"), JSON.stringify(models(modelUrl)));
    writeFileSync(join(folder, "settings.json"), JSON.stringify(SETTINGS));
  },
  env: () => ({ PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" }),
  words: (args, prompt) => [...args, "-p", prompt],
  hands: {
    shell: (command) => call("bash", { command }),
    write: (path, content) => call("write", { path, content }),
    read: (path) => call("read", { path }),
    // It knows no MCP: what others ask a server for, its extension offers as a tool.
    ask: (server, tool, input) => call(`${server}_${tool}`, input),
  },
};

const SETTINGS = { defaultProvider: "scripted", defaultModel: "scripted" };

function models(modelUrl: string) {
  return {
    providers: {
      scripted: {
        baseUrl: `${modelUrl}/v1`,
        api: "openai-completions",
        apiKey: "dummy",
        models: [{ id: "scripted", contextWindow: 100_000, maxTokens: 8000 }],
      },
    },
  };
}
