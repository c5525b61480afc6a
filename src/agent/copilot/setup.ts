import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { readUserFile } from "../../host/user-file.js";
import { skillFile } from "../settings/command-format.js";
import {
  addHooks,
  type HookTable,
  installedHooks,
  isSwitchedOn,
  removeHooks,
} from "../settings/hook-settings.js";
import { type ServerTable, serverSettings } from "../settings/mcp-settings.js";
import type { Advice, AgentSetup, SetupFile } from "../setup.js";
import { configFolder } from "./folder.js";
import { HOOKS } from "./hooks.js";
import { samplePayload } from "./sample.js";

const SECONDS: { readonly [event: string]: number } = HOOKS;
const HEAD = { version: 1 };

const HOOK_TABLE: HookTable = {
  agent: "copilot",
  events: Object.keys(HOOKS),
  head: HEAD,
  groupOf: (event, command) => ({ type: "command", ...inShell(command), timeoutSec: SECONDS[event] }),
};

// Without the list of tools none of them is offered to the model.
const SERVER: ServerTable = { entryOf: (command, args) => ({ type: "local", command, args, tools: ["*"] }) };

export const copilotSetup: AgentSetup = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  folder: (env) => configFolder(env),
  // What it reads in a project is for everybody who has the project.
  files(scope, env) {
    if (scope.is === "project") return [];
    const folder = configFolder(env, scope.home);
    return [
      hooksFile(hooksPath(folder)),
      serverSettings(join(folder, "mcp-config.json"), SERVER),
      skillFile(join(folder, "skills")),
    ];
  },
  limits: Object.fromEntries(Object.entries(HOOKS).map(([event, seconds]) => [event, seconds * 1_000])),
  sample: samplePayload,
  advice: (files, env) => (files.length > 0 ? silenceIn(settingsPath(env)) : []),
};

/** Every file in this folder is read: ours is one beside those of others. */
function hooksPath(folder: string): string {
  return join(folder, "hooks", "tidemark.json");
}

/** Whether our hooks are there and run. Unreadable settings are the doctor's to report. */
export function isSetUp(env: Env): boolean {
  try {
    const hooks = readUserFile(hooksPath(configFolder(env)))?.toString("utf8") ?? "";
    return installedHooks(hooks, HOOK_TABLE.agent).length > 0 && silenceIn(settingsPath(env)).length === 0;
  } catch {
    return false;
  }
}

function settingsPath(env: Env): string {
  return join(configFolder(env, userHome(env)), "settings.json");
}

function hooksFile(path: string): SetupFile {
  const installed = (text: string) =>
    installedHooks(text, HOOK_TABLE.agent).map(({ event, command }) => ({
      event,
      command: command.replace(IN_POWERSHELL, "$1"),
    }));
  return {
    path,
    part: "hooks",
    add: (text, { hook }) => addHooks(text, HOOK_TABLE, hook),
    remove: (text) => withoutHead(removeHooks(text, HOOK_TABLE.agent)),
    holds: (text) => installed(text).length > 0,
    hooks: installed,
  };
}

/** Nothing is left of a file that holds no more than we began it with. */
function withoutHead(text: string): string {
  return text.replace(/\s/g, "") === JSON.stringify(HEAD) ? "" : text;
}

/** Copilot CLI has one command for each kind of shell and runs the one of its platform. */
function inShell(command: string): object {
  return process.platform === "win32" ? { powershell: `cmd /d /s /c '${command}'` } : { bash: command };
}

const IN_POWERSHELL = /^cmd \/d \/s \/c '(.*)'$/;

/** Copilot CLI has one switch that silences every hook. */
function silenceIn(path: string): Advice[] {
  try {
    if (!isSwitchedOn(readUserFile(path)?.toString("utf8") ?? "", "disableAllHooks")) return [];
  } catch {
    return []; // What Copilot CLI makes of a broken file, it says itself.
  }
  return [{ ok: false, detail: `${path} switches all hooks off`, hint: 'Take "disableAllHooks" out of it.' }];
}
