import { describe } from "vitest";
import { claude } from "../../src/agent/claude/agent.js";
import { claudeSetup } from "../../src/agent/claude/setup.js";
import { codex } from "../../src/agent/codex/agent.js";
import { codexSetup } from "../../src/agent/codex/setup.js";
import { copilot } from "../../src/agent/copilot/agent.js";
import { copilotSetup } from "../../src/agent/copilot/setup.js";
import { cursor } from "../../src/agent/cursor/agent.js";
import { cursorSetup } from "../../src/agent/cursor/setup.js";
import { droid } from "../../src/agent/droid/agent.js";
import { droidSetup } from "../../src/agent/droid/setup.js";
import { gemini } from "../../src/agent/gemini/agent.js";
import { geminiSetup } from "../../src/agent/gemini/setup.js";
import { kimi } from "../../src/agent/kimi/agent.js";
import { kimiSetup } from "../../src/agent/kimi/setup.js";
import { kilo, opencode } from "../../src/agent/opencode/agent.js";
import { kiloSetup, opencodeSetup } from "../../src/agent/opencode/setup.js";
import { pi } from "../../src/agent/pi/agent.js";
import { piSetup } from "../../src/agent/pi/setup.js";
import type { Agent } from "../../src/agent/port.js";
import { qwen } from "../../src/agent/qwen/agent.js";
import { qwenSetup } from "../../src/agent/qwen/setup.js";
import type { AgentSetup } from "../../src/agent/setup.js";
import { type Candidate, conforms } from "./conformance.js";

const context = (hookEventName: string) => (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

const atTop = (name: string) => (text: string) => ({ [name]: text });

/** What the hooks tell that several agents call by the names Claude Code gave them. */
const CLAUDE_NAMES: Candidate["hears"] = {
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
};

const AGENTS: readonly Candidate[] = [
  {
    agent: claude,
    setup: claudeSetup,
    hears: CLAUDE_NAMES,
    says: { SessionStart: context("SessionStart"), UserPromptSubmit: context("UserPromptSubmit") },
    failed: (scene) => claudeSetup.sample("PostToolUseFailure", scene) ?? {},
    recall: (scene) => ({
      ...claudeSetup.sample("PreToolUse", scene),
      tool_name: "Read",
      tool_input: { file_path: `${scene.cwd}/.ai/recall/retry jitter` },
    }),
  },
  {
    agent: codex,
    setup: codexSetup,
    hears: {
      SessionStart: ["session-started"],
      UserPromptSubmit: ["prompt"],
      PreToolUse: ["tool-started"],
      PostToolUse: ["tool-finished"],
      PreCompact: ["compaction-started"],
      PostCompact: ["compaction-finished"],
      SubagentStart: ["subagent-started"],
      SubagentStop: ["subagent-finished"],
      Stop: ["turn-ended"],
      Interrupt: ["turn-ended"],
      SessionEnd: ["session-ended"],
    },
    says: { SessionStart: context("SessionStart"), UserPromptSubmit: context("UserPromptSubmit") },
    failed: (scene) => ({
      ...codexSetup.sample("PostToolUse", scene),
      tool_name: "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch" },
      tool_response: "Exit code: 1\nWall time: 0 seconds\nOutput:\nno such file",
    }),
    recall: (scene) => ({
      ...codexSetup.sample("PreToolUse", scene),
      tool_input: { command: "cat '.ai/recall/retry jitter'" },
    }),
  },
  {
    agent: gemini,
    setup: geminiSetup,
    hears: {
      SessionStart: ["session-started"],
      BeforeAgent: ["prompt"],
      BeforeTool: ["tool-started"],
      AfterTool: ["tool-finished"],
      AfterAgent: ["turn-ended"],
      SessionEnd: ["session-ended"],
    },
    says: { BeforeAgent: context("BeforeAgent") },
    failed: (scene) => ({
      ...geminiSetup.sample("AfterTool", scene),
      tool_response: {
        llmContent: "<untrusted_context>\nOutput: 1 failed\nExit Code: 1\n</untrusted_context>",
        returnDisplay: "1 failed",
      },
    }),
    recall: (scene) => ({
      ...geminiSetup.sample("BeforeTool", scene),
      tool_input: { command: "cat '.ai/recall/retry jitter'" },
    }),
  },
  {
    agent: qwen,
    setup: qwenSetup,
    hears: CLAUDE_NAMES,
    says: { SessionStart: context("SessionStart"), UserPromptSubmit: context("UserPromptSubmit") },
    failed: (scene) => qwenSetup.sample("PostToolUseFailure", scene) ?? {},
    recall: (scene) => ({
      ...qwenSetup.sample("PreToolUse", scene),
      tool_name: "read_file",
      tool_input: { file_path: `${scene.cwd}/.ai/recall/retry jitter` },
    }),
  },
  withPlugin(opencode, opencodeSetup, "filePath"),
  withPlugin(kilo, kiloSetup, "filePath"),
  withPlugin(pi, piSetup, "path"),
  {
    agent: copilot,
    setup: copilotSetup,
    hears: {
      sessionStart: ["session-started"],
      userPromptSubmitted: ["prompt"],
      preToolUse: ["tool-started"],
      postToolUse: ["tool-finished"],
      postToolUseFailure: ["tool-finished"],
      preCompact: ["compaction-started"],
      subagentStart: ["subagent-started"],
      subagentStop: ["subagent-finished"],
      agentStop: ["turn-ended"],
      sessionEnd: ["session-ended"],
    },
    says: { userPromptSubmitted: atTop("additionalContext") },
    failed: (scene) => copilotSetup.sample("postToolUseFailure", scene) ?? {},
    recall: (scene) => ({
      ...copilotSetup.sample("preToolUse", scene),
      toolName: "view",
      toolArgs: { path: `${scene.cwd}/.ai/recall/retry jitter` },
    }),
  },
  {
    agent: kimi,
    setup: kimiSetup,
    hears: {
      SessionStart: ["session-started"],
      UserPromptSubmit: ["prompt"],
      PreToolUse: ["tool-started"],
      PostToolUse: ["tool-finished"],
      PostToolUseFailure: ["tool-finished"],
      PreCompact: ["compaction-started"],
      Stop: ["turn-ended"],
      SessionEnd: ["session-ended"],
    },
    says: { UserPromptSubmit: atTop("message") },
    failed: (scene) => kimiSetup.sample("PostToolUseFailure", scene) ?? {},
    recall: (scene) => ({
      ...kimiSetup.sample("PreToolUse", scene),
      tool_name: "Read",
      tool_input: { path: `${scene.cwd}/.ai/recall/retry jitter` },
    }),
  },
  {
    agent: droid,
    setup: droidSetup,
    hears: {
      SessionStart: ["session-started"],
      UserPromptSubmit: ["prompt"],
      PreToolUse: ["tool-started"],
      PostToolUse: ["tool-finished"],
      PreCompact: ["compaction-started"],
      Stop: ["turn-ended"],
      SessionEnd: ["session-ended"],
    },
    says: { SessionStart: context("SessionStart"), UserPromptSubmit: context("UserPromptSubmit") },
    recall: (scene) => ({
      ...droidSetup.sample("PreToolUse", scene),
      tool_name: "Read",
      tool_input: { file_path: `${scene.cwd}/.ai/recall/retry jitter` },
    }),
  },
  {
    agent: cursor,
    setup: cursorSetup,
    hears: {
      sessionStart: ["session-started"],
      beforeSubmitPrompt: ["prompt"],
      preToolUse: ["tool-started"],
      postToolUse: ["tool-finished"],
      postToolUseFailure: ["tool-finished"],
      preCompact: ["compaction-started"],
      afterAgentResponse: ["said"],
      stop: ["turn-ended"],
      sessionEnd: ["session-ended"],
    },
    says: { sessionStart: atTop("additional_context") },
    failed: (scene) => cursorSetup.sample("postToolUseFailure", scene) ?? {},
    recall: (scene) => ({
      ...cursorSetup.sample("preToolUse", scene),
      tool_input: { command: "cat '.ai/recall/retry jitter'" },
    }),
  },
];

/** An agent that loads a plugin of ours; they differ in their tools. */
function withPlugin(agent: Agent, setup: AgentSetup, path: string): Candidate {
  return {
    agent,
    setup,
    hears: {
      SessionStart: ["session-started"],
      UserPromptSubmit: ["prompt"],
      PreToolUse: ["tool-started"],
      PostToolUse: ["tool-finished"],
      PreCompact: ["compaction-started"],
      PostCompact: ["compaction-finished"],
      SubagentStart: ["subagent-started"],
      SubagentStop: ["subagent-finished"],
      Stop: ["turn-ended"],
      SessionEnd: ["session-ended"],
    },
    says: { SessionStart: (context) => ({ context }), UserPromptSubmit: (context) => ({ context }) },
    failed: (scene) => ({ ...setup.sample("PostToolUse", scene), failed: true, tool_output: "No such file" }),
    recall: (scene) => ({
      ...setup.sample("PreToolUse", scene),
      tool_name: "read",
      tool_input: { [path]: `${scene.cwd}/.ai/recall/retry jitter` },
    }),
  };
}

describe("every agent", () => {
  for (const candidate of AGENTS) conforms(candidate);
});
