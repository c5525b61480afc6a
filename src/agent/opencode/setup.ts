import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { commandFiles } from "../command.js";
import { adviceOnShim, type Entry, entryFile } from "../plugin/entry-file.js";
import { samplePayload as sampleOfPlugin } from "../plugin/sample.js";
import { HOOKS } from "../plugin/wire.js";
import { ASKING_PLAINLY } from "../settings/command-format.js";
import { type ServerTable, serverSettings } from "../settings/mcp-settings.js";
import type { AgentSetup, SampleScene, Scope } from "../setup.js";
import { configFolder, type Flavour, KILO, OPENCODE } from "./folder.js";

const SHIM = "opencode.mjs";

const SERVER: ServerTable = {
  key: "mcp",
  entryOf: (command, args) => ({ type: "local", command: [command, ...args], enabled: true }),
};

export const opencodeSetup: AgentSetup = setupOf(OPENCODE);
export const kiloSetup: AgentSetup = setupOf(KILO);

function setupOf(flavour: Flavour): AgentSetup {
  const { name, title, isUntried } = flavour;
  return {
    name,
    title,
    program: name,
    ...(isUntried ? { isUntried } : {}),
    folder: (env) => configFolder(flavour, env),
    files: (scope, env) => [
      entryFile(pluginPath(flavour, scope, env), entryOf(flavour)),
      serverSettings(settingsPath(flavour, scope, env), SERVER),
      ...commandFiles(join(folderIn(flavour, scope, env), "commands"), ASKING_PLAINLY),
    ],
    limits: HOOKS,
    sample: samplePayload,
    advice: (files) => adviceOnShim(files, SHIM),
  };
}

export function pluginPath(flavour: Flavour, scope: Scope, env: Env): string {
  return join(folderIn(flavour, scope, env), "plugins", "tidemark.js");
}

/** The existing settings file, with comments (`.jsonc`) or without. */
function settingsPath(flavour: Flavour, scope: Scope, env: Env): string {
  const folder = folderIn(flavour, scope, env);
  const folders = scope.is === "project" ? [scope.root, folder] : [folder];
  const found = folders
    .flatMap((place) => [`${flavour.name}.jsonc`, `${flavour.name}.json`].map((file) => join(place, file)))
    .find((path) => existsSync(path));
  return found ?? join(folder, `${flavour.name}.json`);
}

function folderIn(flavour: Flavour, scope: Scope, env: Env): string {
  return scope.is === "project"
    ? join(scope.root, `.${flavour.name}`)
    : configFolder(flavour, env, scope.home);
}

/** OpenCode calls the exported function and waits for its result. */
function entryOf({ name }: Flavour): Entry {
  return {
    agent: name,
    shim: SHIM,
    code: (url) => `export const Tidemark = async (context) => {
  try {
    const { connect } = await import(${JSON.stringify(url)});
    return connect(context, connection);
  } catch {
    return {}; // Tidemark's folder is gone: ${name} goes on without it.
  }
};
`,
  };
}

function samplePayload(event: string, scene: SampleScene): object | undefined {
  return sampleOfPlugin(event, scene, {
    tool_name: "bash",
    tool_input: { command: "npm test", description: "Run the tests" },
  });
}
