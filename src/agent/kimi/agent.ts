import { plainAgent } from "../plain/agent.js";

/** Kimi Code takes context only at a prompt, as `message`; it shows any other JSON to the model verbatim. */
export const kimi = plainAgent({
  name: "kimi",
  events: {
    SessionStart: "start",
    UserPromptSubmit: "prompt",
    PreToolUse: "tool",
    PostToolUse: "tool-done",
    PostToolUseFailure: "tool-failed",
    PreCompact: "compaction",
    Stop: "stop",
    SessionEnd: "end",
  },
  actions: {
    Write: "write",
    Edit: "edit",
    Read: "read",
    Grep: "search",
    Glob: "search",
    FetchURL: "search",
    SearchWeb: "search",
    Bash: "shell",
    TodoList: "plan",
    ExitPlanMode: "plan",
    Agent: "agent",
    AgentSwarm: "agent",
  },
  listens: ["prompt"],
  say: (_, text) => JSON.stringify({ message: text }),
  handOver: {
    deny: (reason) =>
      JSON.stringify({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: reason,
        },
      }),
  },
});
