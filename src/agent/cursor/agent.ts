import { plainAgent } from "../plain/agent.js";

/** From the documentation; never tested with the real program. */
export const cursor = plainAgent({
  name: "cursor",
  events: {
    sessionStart: "start",
    beforeSubmitPrompt: "prompt",
    preToolUse: "tool",
    postToolUse: "tool-done",
    postToolUseFailure: "tool-failed",
    preCompact: "compaction",
    afterAgentResponse: "said",
    stop: "stop",
    sessionEnd: "end",
  },
  actions: {
    Write: "write",
    Edit: "edit",
    StrReplace: "edit",
    Delete: "delete",
    Read: "read",
    Grep: "search",
    Glob: "search",
    SemanticSearch: "search",
    WebSearch: "search",
    WebFetch: "search",
    Shell: "shell",
    TodoWrite: "plan",
    Task: "agent",
  },
  listens: ["start"],
  say: (_, text) => JSON.stringify({ additional_context: text }),
  handOver: {
    redirect: (input) => JSON.stringify({ permission: "allow", updated_input: input }),
  },
});
