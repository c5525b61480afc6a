import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { readUserFile } from "../../host/file/user-file.js";
import { named } from "../agents.js";
import { skillFile } from "../settings/command-format.js";
import {
  adviceOnSilence,
  HOOK_SECONDS,
  type HookTable,
  hookSettings,
  isSetUp,
  limitsOf,
  type Samples,
  sampler,
} from "../settings/hook-settings.js";
import { type ServerTable, serverSettings } from "../settings/mcp-settings.js";
import type { Advice, AgentSetup, SetupFile } from "../setup.js";
import { configFolder } from "./folder.js";

const CALL = { toolName: "bash", toolArgs: { command: "npm test", description: "Run the tests" } };
const SUBAGENT = { agentName: "explore", agentId: "trial", agentType: "explore" };
const STOP = { stopReason: "end_turn", stop_hook_active: false };

const RECORDED: ReadonlySet<string> = new Set(["preCompact", "subagentStart", "subagentStop", "agentStop"]);

const FIELDS: Samples = {
  sessionStart: { source: "new", initialPrompt: "Does the hook answer?" },
  userPromptSubmitted: { prompt: "Does the hook answer?" },
  preToolUse: CALL,
  postToolUse: {
    ...CALL,
    toolResult: {
      resultType: "success",
      textResultForLlm: "1 passed\n<shellId: 0 completed with exit code 0>",
    },
  },
  postToolUseFailure: { ...CALL, error: "The command could not be started" },
  preCompact: { trigger: "manual", customInstructions: "" },
  subagentStart: SUBAGENT,
  subagentStop: { ...SUBAGENT, ...STOP, response: "Nothing found." },
  agentStop: STOP,
  sessionEnd: { reason: "complete" },
};

const HEAD = { version: 1 };

const HOOK_TABLE: HookTable = {
  agent: "copilot",
  events: Object.keys(FIELDS),
  head: HEAD,
  groupOf: (_, command) => ({ type: "command", ...inShell(command), timeoutSec: HOOK_SECONDS }),
};

// Without `tools` the model gets none of them.
const SERVER: ServerTable = { entryOf: (command, args) => ({ type: "local", command, args, tools: ["*"] }) };

export const copilotSetup: AgentSetup = {
  ...named("copilot"),
  program: "copilot",
  folder: (env) => configFolder(env),
  // Its project files are shared with everybody.
  files(scope, env) {
    if (scope.is === "project") return [];
    const folder = configFolder(env, scope.home);
    return [
      hooksFile(hooksPath(folder)),
      serverSettings(join(folder, "mcp-config.json"), SERVER),
      skillFile(join(folder, "skills")),
    ];
  },
  limits: limitsOf(HOOK_TABLE.events),
  sample: sampler(FIELDS, (event, { session, cwd }) => ({
    sessionId: session,
    timestamp: 1_767_225_600_000,
    cwd,
    ...(RECORDED.has(event) ? { transcriptPath: join(cwd, "events.jsonl") } : {}),
  })),
  advice: (files, env) => (files.length > 0 ? silenceIn(settingsPath(env)) : []),
};

/** Copilot CLI reads every file in this folder, so ours is separate. */
function hooksPath(folder: string): string {
  return join(folder, "hooks", "tidemark.json");
}

export function isConnected(env: Env): boolean {
  return isSetUp(hooksPath(configFolder(env)), HOOK_TABLE, () => silenceIn(settingsPath(env)).length > 0);
}

function settingsPath(env: Env): string {
  return join(configFolder(env, userHome(env)), "settings.json");
}

function hooksFile(path: string): SetupFile {
  const file = hookSettings(path, HOOK_TABLE);
  return {
    ...file,
    remove: (text) => withoutHead(file.remove(text)),
    hooks: (text) =>
      file
        .hooks(text)
        .map(({ event, command }) => ({ event, command: command.replace(IN_POWERSHELL, "$1") })),
  };
}

/** A file with only our head is empty. */
function withoutHead(text: string): string {
  return text.replace(/\s/g, "") === JSON.stringify(HEAD) ? "" : text;
}

/** Copilot CLI has one command per shell and runs the one of its platform. */
function inShell(command: string): object {
  return process.platform === "win32" ? { powershell: `cmd /d /s /c '${command}'` } : { bash: command };
}

const IN_POWERSHELL = /^cmd \/d \/s \/c '(.*)'$/;

/** Copilot CLI has the switch in a separate file. */
function silenceIn(path: string): Advice[] {
  try {
    return adviceOnSilence(path, readUserFile(path)?.toString("utf8") ?? "");
  } catch {
    return []; // Copilot CLI reports a broken file itself.
  }
}
