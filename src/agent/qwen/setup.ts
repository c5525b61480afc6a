import { RUNNING } from "../settings/command-format.js";
import { geminiSetupOf } from "../settings/gemini-setup.js";
import { adviceOnSilence } from "../settings/hook-settings.js";
import { configFolder } from "./folder.js";

const CALL = {
  tool_name: "run_shell_command",
  tool_input: { command: "npm test", description: "Run the tests", is_background: false },
  tool_use_id: "toolu_trial",
};
const REPORT = "Command: npm test\nDirectory: (root)\nOutput: ";
const SUBAGENT = { agent_id: "trial", agent_type: "Explore" };

export const {
  setup: qwenSetup,
  table: HOOK_TABLE,
  settingsPath,
} = geminiSetupOf({
  name: "qwen",
  configFolder,
  commands: RUNNING,
  // Without a terminal Qwen Code runs no SessionEnd.
  fields: {
    SessionStart: { source: "startup" },
    UserPromptSubmit: { prompt: "Does the hook answer?", submitted_prompt: "Does the hook answer?" },
    PreToolUse: CALL,
    PostToolUse: {
      ...CALL,
      tool_response: {
        llmContent: `${REPORT}1 passed\nError: (none)\nExit Code: 0`,
        returnDisplay: "1 passed",
      },
      duration_ms: 12,
    },
    PostToolUseFailure: {
      ...CALL,
      error: `${REPORT}1 failed\nError: (none)\nExit Code: 1`,
      is_interrupt: false,
      duration_ms: 12,
    },
    PreCompact: { trigger: "manual", custom_instructions: "" },
    PostCompact: { trigger: "manual", compact_summary: "The hooks are being tried." },
    SubagentStart: SUBAGENT,
    SubagentStop: { ...SUBAGENT, last_assistant_message: "Nothing found." },
    Stop: { stop_hook_active: false, last_assistant_message: "It does." },
    SessionEnd: { reason: "other" },
  },
  common: { permission_mode: "default" },
  silence: adviceOnSilence,
});
