import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { named } from "../agents.js";
import { commandFiles } from "../command.js";
import { adviceOnShim, type Entry, entryFile } from "../plugin/entry-file.js";
import { samplePayload as sampleOfPlugin } from "../plugin/sample.js";
import { HOOKS } from "../plugin/wire.js";
import { ASKING_FLAT } from "../settings/command-format.js";
import type { AgentSetup, SampleScene, Scope } from "../setup.js";
import { configFolder } from "./folder.js";

const SHIM = "pi.mjs";

/** pi has no MCP: our extension offers the tools instead. */
export const piSetup: AgentSetup = {
  ...named("pi"),
  program: "pi",
  folder: (env) => configFolder(env),
  files: (scope, env) => [
    entryFile(extensionPath(scope, env), ENTRY),
    ...commandFiles(join(folderIn(scope, env), "prompts"), ASKING_FLAT),
  ],
  limits: HOOKS,
  sample: samplePayload,
  advice: (files) => adviceOnShim(files, SHIM),
};

export function extensionPath(scope: Scope, env: Env): string {
  return join(folderIn(scope, env), "extensions", "tidemark.ts");
}

function folderIn(scope: Scope, env: Env): string {
  return scope.is === "project" ? join(scope.root, ".pi") : configFolder(env, scope.home);
}

/** pi waits for the default export. */
const ENTRY: Entry = {
  agent: "pi",
  shim: SHIM,
  code: (url) => `export default async (pi) => {
  try {
    const { connect } = await import(${JSON.stringify(url)});
    connect(pi, connection);
  } catch {
    // Tidemark's folder is gone: pi goes on without it.
  }
};
`,
};

function samplePayload(event: string, scene: SampleScene): object | undefined {
  return sampleOfPlugin(event, scene, { tool_name: "bash", tool_input: { command: "npm test" } });
}
