import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../launch.js";
import { call, callFreely } from "../script.js";

export const launch: Launch = {
  prepare: ({ home, modelUrl }) => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(join(home, ".codex", "config.toml"), config(modelUrl));
  },
  env: ({ home }) => ({ CODEX_HOME: join(home, ".codex"), SCRIPTED_KEY: "dummy" }),
  // A person trusts hooks in Codex' own dialog, for which there is no terminal here.
  words: (args, prompt) => [
    "exec",
    ...args,
    "--json",
    "--skip-git-repo-check",
    "--dangerously-bypass-hook-trust",
    prompt,
  ],
  hands: {
    shell: (cmd) => call("exec_command", { cmd }),
    write: (path, content) => callFreely("apply_patch", addition(path, content)),
    read: (path) => call("exec_command", { cmd: `cat '${path}'` }),
    ask: (server, tool, input) => call(tool, input, `mcp__${server}`),
    plan: (tasks) =>
      call("update_plan", {
        plan: tasks.map((step, index) => ({ step, status: index === 0 ? "completed" : "pending" })),
      }),
  },
};

/** The model's name is one Codex knows: to others it offers no `apply_patch`. */
function config(modelUrl: string): string {
  return [
    'model = "gpt-5.5"',
    'model_provider = "scripted"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    "[model_providers.scripted]",
    'name = "scripted"',
    `base_url = "${modelUrl}/v1"`,
    'env_key = "SCRIPTED_KEY"',
    'wire_api = "responses"',
    "[tools.update_plan]",
    "enabled = true",
    "",
  ].join("\n");
}

function addition(path: string, content: string): string {
  const lines = content.replace(/\n$/, "").split("\n");
  return [
    "*** Begin Patch",
    `*** Add File: ${path}`,
    ...lines.map((line) => `+${line}`),
    "*** End Patch",
    "",
  ].join("\n");
}
