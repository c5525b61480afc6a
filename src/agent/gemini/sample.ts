import { join } from "node:path";
import { sampleOf } from "../payload/sample.js";
import type { SampleScene } from "../setup.js";

/** A payload as Gemini CLI sends it, for trying an installed hook. Undefined for events we do not know. */
export function samplePayload(event: string, { session, cwd }: SampleScene): object | undefined {
  const common = {
    session_id: session,
    transcript_path: join(cwd, "session.jsonl"),
    cwd,
    hook_event_name: event,
    timestamp: "2026-01-01T00:00:00.000Z",
  };
  return sampleOf(event, common, FIELDS);
}

const CALL = {
  tool_name: "run_shell_command",
  tool_input: { command: "npm test", description: "Run the tests" },
};
const PROMPT = "Does the hook answer?";

const FIELDS: { readonly [event: string]: object } = {
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
};
