import { readFile } from "node:fs/promises";
import { now } from "../../host/clock.js";
import { onlyReads } from "../../text/shell/only-reads.js";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../payload/fields.js";
import type { Connection } from "../plugin/entry-file.js";
import { openLine, shorten } from "../plugin/hook-line.js";
import type { Answer } from "../plugin/wire.js";
import { actionOf } from "./tool.js";

type Listener = (event: Fields, context: Fields) => unknown;

/** The part of pi's interface that we use. */
export interface PiApi {
  on(event: string, listener: (event: unknown, context: unknown) => Promise<unknown>): unknown;
  registerTool?(tool: object): unknown;
}

const MAX_TEXTS = 4;

/** pi waits for each listener, so those that need no answer return at once. */
export function connect(api: PiApi, { hook }: Connection): void {
  let cwd = process.cwd();
  const line = openLine({ command: hook, cwd: () => cwd });
  const answers = new Map<string, string>();
  const began = new Map<string, number>();
  let words: string[] = [];
  let isAsked = false;
  let isStale = false;
  let afterCompaction: Promise<Answer> | undefined;
  let started: Promise<Answer> | undefined;

  function renew(session: string): void {
    if (isStale) afterCompaction = line.ask("SessionStart", session, { source: "compact" });
    isStale = false;
  }

  const listeners: { readonly [event: string]: Listener } = {
    session_start(event, context) {
      const source = sourceOf(event, context);
      [isStale, afterCompaction] = [false, undefined];
      if (source === undefined) return;
      started = line.ask("SessionStart", sessionOf(context), {
        source,
        model: textOf(fieldsOf(context["model"])["id"]),
      });
    },

    async before_agent_start(event, context) {
      const prompt = textOf(event["prompt"]);
      if (prompt === undefined) return undefined;
      [words, isAsked] = [[], true];
      // Ask before the prompt, or the prompt would count as earlier work.
      renew(sessionOf(context));
      const asked = line.ask("UserPromptSubmit", sessionOf(context), { prompt });
      const answers: Answer[] = await Promise.all([started ?? {}, asked]);
      started = undefined;
      const texts = answers.flatMap((answer) => answer.context ?? []);
      // pi keeps it among the messages without showing it to the user.
      return texts.length === 0
        ? undefined
        : { message: { customType: "tidemark", content: texts.join("\n\n"), display: false } };
    },

    // Text typed while pi works goes straight into the conversation.
    input(event, context) {
      const prompt = textOf(event["text"]);
      if (prompt === undefined || textOf(event["streamingBehavior"]) === undefined) return;
      if (event["source"] !== "extension") line.tell("UserPromptSubmit", sessionOf(context), { prompt });
    },

    async tool_call(event, context) {
      const call = callOf(event);
      began.set(call.tool_use_id, now());
      if (!mustWait(call.tool_name, event["input"])) return line.tell("PreToolUse", sessionOf(context), call);
      const { input } = await line.ask("PreToolUse", sessionOf(context), call);
      const file = textOf(input?.["path"]);
      if (call.tool_name === RECALL) {
        if (file !== undefined) answers.set(call.tool_use_id, file);
      } else if (input !== undefined && isFields(event["input"])) Object.assign(event["input"], input);
    },

    tool_result(event, context) {
      const call = callOf(event);
      const start = began.get(call.tool_use_id);
      began.delete(call.tool_use_id);
      line.tell("PostToolUse", sessionOf(context), {
        ...call,
        failed: event["isError"] === true,
        tool_output: shorten(textsOf(event["content"])),
        duration_ms: start === undefined ? undefined : now() - start,
      });
    },

    message_end(event) {
      const { role, content } = fieldsOf(event["message"]);
      const said = role === "assistant" ? textsOf(content) : "";
      if (said !== "") words = [...words, said].slice(-MAX_TEXTS);
    },

    // pi does not continue by itself after this event.
    agent_settled(_event, context) {
      if (!isAsked) return;
      const closing = words.at(-1);
      line.tell("Stop", sessionOf(context), {
        last_assistant_message: closing,
        said: closing === undefined ? undefined : words.slice(0, -1),
      });
      [words, isAsked] = [[], false];
    },

    session_before_compact(event, context) {
      line.tell("PreCompact", sessionOf(context), { trigger: textOf(event["reason"]) ?? "unknown" });
    },

    session_compact(event, context) {
      [isStale, afterCompaction] = [true, undefined];
      line.tell("PostCompact", sessionOf(context), {
        trigger: textOf(event["reason"]) ?? "unknown",
        compact_summary: textOf(fieldsOf(event["compactionEntry"])["summary"]) ?? "",
      });
    },

    // Every request after a compaction gets the context, even within a turn.
    async context(event, context) {
      renew(sessionOf(context));
      const content = (await afterCompaction)?.context;
      if (content === undefined) return undefined;
      const added = { role: "custom", customType: "tidemark", content, display: false, timestamp: 0 };
      return { messages: [...listOf(event["messages"]), added] };
    },

    async session_shutdown(event, context) {
      const reason = textOf(event["reason"]) ?? "quit";
      if (reason !== "reload") line.tell("SessionEnd", sessionOf(context), { reason });
      await line.settle();
    },
  };

  for (const [name, listener] of Object.entries(listeners)) {
    const located: Listener = (event, context) => {
      cwd = textOf(context["cwd"]) ?? cwd;
      return listener(event, context);
    };
    api.on(name, harmless(located));
  }
  api.registerTool?.(recallTool(answers));
}

/** Our errors must not stop pi. */
function harmless(listener: Listener) {
  return async (event: unknown, context: unknown) => {
    try {
      return await listener(fieldsOf(event), fieldsOf(context));
    } catch {
      return undefined; // Nothing can be shown here: `doctor` tests the hooks, which log their own errors.
    }
  };
}

function callOf(event: Fields) {
  return {
    tool_name: textOf(event["toolName"]) ?? "unknown",
    tool_use_id: textOf(event["toolCallId"]) ?? "",
    tool_input: event["input"],
  };
}

/** Whether the call waits for the hook: it may change files, which are saved first, or it queries memory. */
function mustWait(tool: string, input: unknown): boolean {
  const { command, path } = fieldsOf(input);
  const text = textOf(command) ?? "";
  const action = actionOf(tool);
  if (tool === RECALL) return true;
  if (action === "shell") return text.includes("recall") || !onlyReads(text);
  if (action === "read") return (textOf(path) ?? "").includes("recall");
  return action !== "search";
}

function sessionOf(context: Fields): string {
  return textOf(call(context["sessionManager"], "getSessionId")) ?? "unknown";
}

function textsOf(content: unknown): string {
  if (typeof content === "string") return content.trim();
  return listOf(content)
    .map((part) => (fieldsOf(part)["type"] === "text" ? (textOf(fieldsOf(part)["text"]) ?? "") : ""))
    .filter((text) => text !== "")
    .join("\n")
    .trim();
}

const RECALL = "tidemark_recall";

/** The tool that other agents get from our MCP server. `answers` are the files in which the hook puts the answers, by call. */
function recallTool(answers: Map<string, string>) {
  return {
    name: RECALL,
    label: "Recall",
    description:
      "Search the memory of earlier sessions in this project: decisions, commands, files, problems.",
    parameters: {
      type: "object",
      properties: { query: { type: "string", description: "What to look for, in a few words" } },
      required: ["query"],
    },
    async execute(call: string) {
      const file = answers.get(call);
      answers.delete(call);
      const text = file === undefined ? "" : await readFile(file, "utf8");
      return { content: [{ type: "text", text: text || "Nothing is known of it." }], details: undefined };
    },
  };
}

/** A fork is marked as one for good, but later starts only resume it. */
const MAX_FORK_AGE_MS = 60_000;

/** Undefined if pi only reloads its extensions. pi reports "startup" for resumed sessions too. */
function sourceOf(event: Fields, context: Fields): string | undefined {
  const reason = textOf(event["reason"]) ?? "startup";
  if (reason === "reload") return undefined;
  if (reason === "new") return "clear";
  if (reason !== "startup") return reason;
  const manager = context["sessionManager"];
  const hasSpoken = listOf(call(manager, "getEntries")).some(
    (entry) => fieldsOf(entry)["type"] === "message",
  );
  if (!hasSpoken) return "startup";
  const { parentSession, timestamp } = fieldsOf(call(manager, "getHeader"));
  const age = now() - Date.parse(textOf(timestamp) ?? "");
  return parentSession !== undefined && age < MAX_FORK_AGE_MS ? "fork" : "resume";
}

function call(object: unknown, name: string): unknown {
  const method = fieldsOf(object)[name];
  return typeof method === "function" ? method.call(object) : undefined;
}
