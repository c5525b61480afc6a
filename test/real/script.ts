import type { Reply } from "./message.js";
import { isCompaction } from "./request.js";
import type { Script } from "./room.js";

export function say(text: string): Reply {
  return { content: [{ type: "text", text }] };
}

export function call(name: string, input: Record<string, unknown>, namespace?: string): Reply {
  return { content: [{ type: "tool_use", name, input, ...(namespace !== undefined && { namespace }) }] };
}

/** Calls a tool that takes a text as it is, such as Codex' `apply_patch`. */
export function callFreely(name: string, input: string): Reply {
  return { content: [{ type: "free_use", name, input }] };
}

export function shell(command: string): Reply {
  return call("Bash", { command, description: "Run a command" });
}

/** The same reply from a model that claims the conversation to be this heavy. */
export function weighing(inputTokens: number, reply: Reply): Reply {
  return { ...reply, inputTokens };
}

/** One reply after the other, then "Done."; a compaction on the way gets its summary and uses up no step. */
export function steps(...replies: Reply[]): Script {
  const left = [...replies];
  return (request) =>
    isCompaction(request) ? say(`<summary>${SUMMARY}</summary>`) : (left.shift() ?? say("Done."));
}

export const SUMMARY = "The pier was measured and the tide table begun.";
