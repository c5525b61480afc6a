import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { named } from "../agents.js";
import { fieldsOf, listOf, textOf } from "../payload/fields.js";
import { HOOK_SECONDS, isOurCommand, limitsOf, type Samples, sampler } from "../settings/hook-settings.js";
import { serverSettings } from "../settings/mcp-settings.js";
import { parseToml } from "../settings/toml-edit.js";
import type { AgentSetup, InstalledHook, SetupFile } from "../setup.js";

const CALL = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_call_id: "call_trial" };
const FIELDS: Samples = {
  SessionStart: { source: "startup", model: "trial", profile: "agent" },
  UserPromptSubmit: { prompt: [{ type: "text", text: "Does the hook answer?" }], is_steer: false },
  PreToolUse: CALL,
  PostToolUse: { ...CALL, tool_output: "1 passed\n" },
  PostToolUseFailure: {
    ...CALL,
    error: { code: "internal", message: "1 failed\nCommand failed with exit code: 1.", retryable: false },
  },
  PreCompact: { trigger: "manual" },
  Stop: { stop_hook_active: false },
  SessionEnd: { reason: "other" },
};
const EVENTS = Object.keys(FIELDS);

export const kimiSetup: AgentSetup = {
  ...named("kimi"),
  program: "kimi",
  folder: (env) => configFolder(env, userHome(env)),
  files(scope, env) {
    if (scope.is === "project") return [];
    const folder = configFolder(env, scope.home);
    return [hooksIn(join(folder, "config.toml")), serverSettings(join(folder, "mcp.json"))];
  },
  limits: limitsOf(EVENTS),
  sample: sampler(FIELDS, (event, { session, cwd }) => ({
    hook_event_name: event,
    session_id: session,
    cwd,
    client_type: "kimi_code_cli",
  })),
  advice: () => [],
};

function configFolder(env: Env, home: string): string {
  return env["KIMI_CODE_HOME"] || join(home, ".kimi-code");
}

/** A block as `blockOf` writes it, with the line break before it. */
const BLOCK =
  /(?:\r?\n)?\[\[hooks\]\]\r?\nevent = "\w+"\r?\ncommand = ("(?:[^"\\\r\n]|\\.)*")\r?\ntimeout = \d+\r?\n/g;

function hooksIn(path: string): SetupFile {
  return {
    path,
    part: "hooks",
    add: (text = "", { hook }) => {
      const isWhole =
        installed(text)
          .map(({ event, command }) => `${event} ${command}`)
          .join() === EVENTS.map((event) => `${event} ${hook}`).join();
      if (isWhole) return text;
      const rest = remove(text);
      const eol = /\r?\n/.exec(rest)?.[0] ?? "\n";
      const before = rest.replace(/^\uFEFF/, "") === "" ? "" : eol;
      const next = rest + before + EVENTS.map((event) => blockOf(event, hook, eol)).join(eol);
      parseToml(next); // Fails if the hooks are written in a form that allows no such block.
      return next;
    },
    remove,
    holds: (text) => installed(text).length > 0,
    hooks: installed,
  };
}

function blockOf(event: string, command: string, eol: string): string {
  const lines = [
    "[[hooks]]",
    `event = "${event}"`,
    `command = ${JSON.stringify(command)}`,
    `timeout = ${HOOK_SECONDS}`,
  ];
  return lines.map((line) => line + eol).join("");
}

function remove(text: string): string {
  parseToml(text);
  return text.replace(BLOCK, (block, command: string) =>
    isOurCommand(textOf(JSON.parse(command)) ?? "", "kimi") ? "" : block,
  );
}

function installed(text: string): InstalledHook[] {
  return listOf(parseToml(text)["hooks"]).flatMap((entry) => {
    const { event, command } = fieldsOf(entry);
    return typeof event === "string" && typeof command === "string" && isOurCommand(command, "kimi")
      ? [{ event, command }]
      : [];
  });
}
