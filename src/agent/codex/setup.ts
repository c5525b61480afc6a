import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { readUserFile } from "../../host/file/user-file.js";
import { named } from "../agents.js";
import { type Fields, fieldsOf, listOf } from "../payload/fields.js";
import { skillFile } from "../settings/command-format.js";
import {
  type HookTable,
  hookSettings,
  installedHooks,
  type Samples,
  sampler,
} from "../settings/hook-settings.js";
import { appendTable, parseToml, removeTable, replaceInTable, tomlAt } from "../settings/toml-edit.js";
import type { Advice, AgentSetup, Scope, SetupFile, Wiring } from "../setup.js";
import { codexFolder } from "./folder.js";
import { HOOKS } from "./hooks.js";
import { readTrust, type Trust } from "./trust.js";

const SECONDS: { readonly [event: string]: number } = HOOKS;

const TURN = { turn_id: "trial" };
const CALL = { ...TURN, tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "call_trial" };
const SUBAGENT = { ...TURN, agent_id: "trial", agent_type: "default" };

const FIELDS: Samples = {
  SessionStart: { source: "startup" },
  UserPromptSubmit: { ...TURN, prompt: "Does the hook answer?" },
  PreToolUse: CALL,
  PostToolUse: { ...CALL, tool_response: "1 passed\n" },
  PreCompact: { ...TURN, trigger: "auto" },
  PostCompact: { ...TURN, trigger: "auto" },
  SubagentStart: SUBAGENT,
  SubagentStop: { ...SUBAGENT, stop_hook_active: false, last_assistant_message: "Nothing found." },
  Stop: { ...TURN, stop_hook_active: false, last_assistant_message: "It does." },
  Interrupt: TURN,
  SessionEnd: { reason: "other" },
};

/** Only the type that every Codex knows: with any other Codex ignores the whole file. */
export const HOOK_TABLE: HookTable = {
  agent: "codex",
  events: Object.keys(HOOKS),
  groupOf: (event, command) => ({ hooks: [{ type: "command", command, timeout: SECONDS[event] }] }),
};

export const codexSetup: AgentSetup = {
  ...named("codex"),
  program: "codex",
  folder: codexFolder,
  files(scope, env) {
    const folder = folderFor(scope, env);
    return [
      hookSettings(hooksPath(scope, env), HOOK_TABLE),
      serverInConfig(join(folder, CONFIG)),
      // Codex no longer has user commands. A project's skills are elsewhere and shared.
      ...(scope.is === "user" ? [skillFile(join(folder, "skills"))] : []),
    ];
  },
  limits: Object.fromEntries(Object.entries(HOOKS).map(([event, seconds]) => [event, seconds * 1_000])),
  sample: sampler(FIELDS, (event, { session, cwd }) => ({
    session_id: session,
    transcript_path: join(cwd, "rollout.jsonl"),
    cwd,
    hook_event_name: event,
    model: "gpt-5.5",
    permission_mode: "default",
  })),
  advice(files, env) {
    const path = join(codexFolder(env), CONFIG);
    let text = "";
    let config: Fields;
    try {
      text = readUserFile(path)?.toString("utf8") ?? "";
      config = parseToml(text);
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      return [{ ok: false, detail: `${path}: ${error.message}` }];
    }
    return [
      ...hooksOff(path, config),
      ...files.flatMap((file) => [
        ...notInTrustedProject(file.path, config, env),
        ...notTrusted(file, config),
      ]),
      ...(isNameTaken(text)
        ? [
            {
              ok: "warn" as const,
              detail: `${path} has another MCP server called "tidemark", which was left alone`,
            },
          ]
        : []),
    ];
  },
};

export function hooksPath(scope: Scope, env: Env): string {
  return join(folderFor(scope, env), HOOKS_FILE);
}

const CONFIG = "config.toml";
const HOOKS_FILE = "hooks.json";

function folderFor(scope: Scope, env: Env): string {
  return scope.is === "project" ? join(scope.root, ".codex") : codexFolder({ ...env, HOME: scope.home });
}

function hooksOff(path: string, config: Fields): Advice[] {
  if (tomlAt(config, ["features", "hooks"]) !== false) return [];
  return [
    { ok: false, detail: `${path} switches all hooks off`, hint: 'Take "hooks = false" out of [features].' },
  ];
}

/** Codex reads a project's folder only if the user trusts the project. */
function notInTrustedProject(file: string, config: Fields, env: Env): Advice[] {
  if (file === join(codexFolder(env), HOOKS_FILE)) return [];
  const root = join(file, "..", "..");
  if (tomlAt(config, ["projects", root, "trust_level"]) === "trusted") return [];
  return [
    {
      ok: "warn",
      detail: `Codex does not trust the project ${root} yet, and runs no hooks of it`,
      hint: "Start codex in it and say that you trust it.",
    },
  ];
}

/** Only the user can give trust, so report what Codex has noted. */
function notTrusted(
  { path, text }: { readonly path: string; readonly text: string },
  config: Fields,
): Advice[] {
  const ours = new Set(installedHooks(text, HOOK_TABLE.agent).map(({ command }) => command));
  const hooks = readTrust(path, text, config, (command) => ours.has(command));
  return WANTING.flatMap(({ trust, ok, what, hint }) => {
    const events = hooks.filter((hook) => hook.trust === trust).map(({ event }) => event);
    if (events.length === 0) return [];
    const which = events.length === hooks.length ? "the hooks of Tidemark" : `the hooks ${events.join(", ")}`;
    return [{ ok, detail: what(which), hint }];
  });
}

interface Wanting extends Required<Pick<Advice, "ok" | "hint">> {
  readonly trust: Trust;
  readonly what: (hooks: string) => string;
}

const WANTING: readonly Wanting[] = [
  {
    trust: "untrusted",
    ok: false,
    what: (hooks) => `Codex does not run ${hooks} before you trust them`,
    hint: "Start codex: it asks you to review them. Later, type /hooks in it.",
  },
  {
    // Only a warning: another version of Codex may hash differently.
    trust: "changed",
    ok: "warn",
    what: (hooks) => `Codex trusts ${hooks} in another form than they have now, and may not run them`,
    hint: "Start codex, type /hooks, and trust the hooks of Tidemark again if it says that they have changed.",
  },
  {
    trust: "off",
    ok: false,
    what: (hooks) => `Codex has ${hooks} switched off`,
    hint: "Start codex, type /hooks and switch them on.",
  },
];

const TABLE = ["mcp_servers", "tidemark"] as const;

/** Leaves a server of the user with our name alone. */
function serverInConfig(path: string): SetupFile {
  return { path, part: "mcp", add: addServer, remove: removeServer, holds: holdsServer, hooks: () => [] };
}

function addServer(text: string | undefined, { node, folder }: Wiring): string {
  const before = text ?? "";
  // A JSON string is a TOML string too.
  const values = { command: JSON.stringify(node), args: JSON.stringify([join(folder, PROGRAM)]) };
  const present = serverIn(before);
  if (present === undefined)
    return appendTable(
      before,
      TABLE,
      Object.entries(values).map(([key, value]) => `${key} = ${value}`),
    );
  return isOurs(present) ? replaceInTable(before, TABLE, values) : before;
}

function removeServer(text: string): string {
  return holdsServer(text) ? removeTable(text, TABLE) : text;
}

function holdsServer(text: string): boolean {
  return isOurs(serverIn(text));
}

function isNameTaken(text: string): boolean {
  const present = serverIn(text);
  return present !== undefined && !isOurs(present);
}

const PROGRAM = "mcp.cjs";

function serverIn(text: string): unknown {
  return tomlAt(parseToml(text), TABLE);
}

function isOurs(server: unknown): boolean {
  return listOf(fieldsOf(server)["args"]).some((word) => typeof word === "string" && word.endsWith(PROGRAM));
}
