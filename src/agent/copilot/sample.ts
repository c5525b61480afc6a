import { join } from "node:path";
import { sampleOf } from "../payload/sample.js";
import type { SampleScene } from "../setup.js";

/** A payload as Copilot CLI sends it, for trying an installed hook. Undefined for events we do not know. */
export function samplePayload(event: string, { session, cwd }: SampleScene): object | undefined {
  const transcript = RECORDED.has(event) ? { transcriptPath: join(cwd, "events.jsonl") } : {};
  const common = { sessionId: session, timestamp: 1_767_225_600_000, cwd, ...transcript };
  return sampleOf(event, common, FIELDS);
}

const CALL = { toolName: "bash", toolArgs: { command: "npm test", description: "Run the tests" } };
const SUBAGENT = { agentName: "explore", agentId: "trial", agentType: "explore" };
const STOP = { stopReason: "end_turn", stop_hook_active: false };

const RECORDED: ReadonlySet<string> = new Set(["preCompact", "subagentStart", "subagentStop", "agentStop"]);

const FIELDS: { readonly [event: string]: object } = {
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
