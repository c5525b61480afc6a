import { describe } from "vitest";
import { claude } from "../../src/agent/claude/agent.js";
import { claudeSetup } from "../../src/agent/claude/setup.js";
import { type Candidate, conforms } from "./conformance.js";

const context = (hookEventName: string) => (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

const AGENTS: readonly Candidate[] = [
  {
    agent: claude,
    setup: claudeSetup,
    hears: {
      SessionStart: ["session-started"],
      UserPromptSubmit: ["prompt"],
      PreToolUse: ["tool-started"],
      PostToolUse: ["tool-finished"],
      PostToolUseFailure: ["tool-finished"],
      PreCompact: ["compaction-started"],
      PostCompact: ["compaction-finished"],
      SubagentStart: ["subagent-started"],
      SubagentStop: ["subagent-finished"],
      Stop: ["turn-ended"],
      SessionEnd: ["session-ended"],
    },
    says: { SessionStart: context("SessionStart"), UserPromptSubmit: context("UserPromptSubmit") },
    failed: (scene) => claudeSetup.sample("PostToolUseFailure", scene) ?? {},
    recall: (scene) => ({
      ...claudeSetup.sample("PreToolUse", scene),
      tool_name: "Read",
      tool_input: { file_path: `${scene.cwd}/.ai/recall/retry jitter` },
    }),
  },
];

describe("every agent", () => {
  for (const candidate of AGENTS) conforms(candidate);
});
