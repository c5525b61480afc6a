import { fieldsOf, listOf } from "../payload/fields.js";
import { RUNNING_TOML } from "../settings/command-format.js";
import { geminiSetupOf, HOOK_NAME } from "../settings/gemini-setup.js";
import { installedHooks, settingIn } from "../settings/hook-settings.js";
import type { Advice } from "../setup.js";
import { configFolder } from "./folder.js";

const CALL = {
  tool_name: "run_shell_command",
  tool_input: { command: "npm test", description: "Run the tests" },
};
const PROMPT = "Does the hook answer?";

export const {
  setup: geminiSetup,
  table: HOOK_TABLE,
  settingsPath,
} = geminiSetupOf({
  name: "gemini",
  configFolder,
  commands: RUNNING_TOML,
  // Hooks around the model would cost three processes a step, and PreCompress runs before every step.
  fields: {
    SessionStart: { source: "startup" },
    BeforeAgent: { prompt: PROMPT },
    BeforeTool: CALL,
    AfterTool: {
      ...CALL,
      tool_response: {
        llmContent: "<untrusted_context>\nOutput: 1 passed\nProcess Group PGID: 1000\n</untrusted_context>",
        returnDisplay: "1 passed",
      },
    },
    AfterAgent: { prompt: PROMPT, prompt_response: "It does.", stop_hook_active: false },
    SessionEnd: { reason: "exit" },
  },
  silence,
});

/** Whether the settings disable all hooks, or ours by name. */
export function hooksDisabled(text: string): boolean {
  return silence("", text).length > 0;
}

function silence(path: string, text: string): Advice[] {
  const config = fieldsOf(settingIn(text, "hooksConfig"));
  if (config.enabled === false) {
    const hint = 'Take "enabled": false out of its "hooksConfig".';
    return [{ ok: false, detail: `${path} switches all hooks off`, hint }];
  }
  // A hook without a name goes by its command.
  const names = new Set<unknown>([
    HOOK_NAME,
    ...installedHooks(text, "gemini").map(({ command }) => command),
  ]);
  if (!listOf(config.disabled).some((name) => names.has(name))) return [];
  const hint = `Say "/hooks enable ${HOOK_NAME}" in Gemini CLI, or take them out of "disabled" in its "hooksConfig".`;
  return [{ ok: false, detail: `${path} switches our hooks off`, hint }];
}
