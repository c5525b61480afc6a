import { plainAgent } from "../plain/agent.js";

/** Droid has no hook for failed commands, and hooks for prompts only in its own interface. */
export const droid = plainAgent({
  name: "droid",
  events: {
    SessionStart: "start",
    UserPromptSubmit: "prompt",
    PreToolUse: "tool",
    PostToolUse: "tool-done",
    PreCompact: "compaction",
    Stop: "stop",
    SessionEnd: "end",
  },
  actions: {
    Create: "write",
    Edit: "edit",
    MultiEdit: "edit",
    Read: "read",
    Grep: "search",
    Glob: "search",
    LS: "search",
    WebSearch: "search",
    FetchUrl: "search",
    Execute: "shell",
    TodoWrite: "plan",
    Task: "agent",
  },
  listens: ["start", "prompt"],
  say: (hookEventName, additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }),
  handOver: {
    redirect: (updatedInput) =>
      JSON.stringify({
        hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput },
      }),
  },
});
