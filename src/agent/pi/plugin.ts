import { readFile } from "node:fs/promises";
import { now } from "../../host/clock.js";
import { onlyReads } from "../../text/shell/only-reads.js";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../payload/fields.js";
import type { Connection } from "../plugin/entry-file.js";
import { openLine, shorten } from "../plugin/hook-line.js";
import type { Answer } from "../plugin/wire.js";
import { actionOf } from "./tool.js";

type Listener = (event: Fields, context: Fields) => unknown;

/** Of pi's interface, what we use. */
export interface PiApi {
  on(event: string, listener: (event: unknown, context: unknown) => Promise<unknown>): unknown;
  registerTool?(tool: object): unknown;
}

const MOST_WORDS = 4;

/** Listens to pi. It waits for each listener, so those that need no answer give none. */
export function connect(api: PiApi, { hook }: Connection): void {
  let cwd = process.cwd();
  const line = openLine({ command: hook, cwd: () => cwd });
  const tools = openTools();
  const began = new Map<string, number>();
  let words: string[] = [];
  let isAsked = false;
  let isStale = false;
  let told: Promise<Answer> | undefined;
  let started: Promise<Answer> | undefined;

  function renew(session: string): void {
    if (isStale) told = line.ask("SessionStart", session, { source: "compact" });
    isStale = false;
  }

  const listeners: { readonly [event: string]: Listener } = {
    session_start(event, context) {
      const source = sourceOf(event, context);
      [isStale, told] = [false, undefined];
      if (source === undefined) return;
      started = line.ask("SessionStart", sessionOf(context), { source, ...modelOf(context) });
    },

    async before_agent_start(event, context) {
      const prompt = textOf(event["prompt"]);
      if (prompt === undefined) return undefined;
      [words, isAsked] = [[], true];
      // Before the prompt, which is not to be taken for what was done until now.
      renew(sessionOf(context));
      const asked = line.ask("UserPromptSubmit", sessionOf(context), { prompt });
      const answers: Answer[] = await Promise.all([started ?? {}, asked]);
      started = undefined;
      const texts = answers.flatMap((answer) => answer.context ?? []);
      // Kept by pi in its place among the messages, and not shown to the person.
      return texts.length === 0
        ? undefined
        : { message: { customType: "tidemark", content: texts.join("\n\n"), display: false } };
    },

    // What is typed while pi works goes straight into the conversation.
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
      if (call.tool_name === RECALL) tools.answered(call.tool_use_id, input?.["path"]);
      else if (input !== undefined && isFields(event["input"])) Object.assign(event["input"], input);
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
      if (said !== "") words = [...words, said].slice(-MOST_WORDS);
    },

    // The one after which pi does not go on by itself.
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
      [isStale, told] = [true, undefined];
      line.tell("PostCompact", sessionOf(context), {
        trigger: textOf(event["reason"]) ?? "unknown",
        compact_summary: textOf(fieldsOf(event["compactionEntry"])["summary"]) ?? "",
      });
    },

    // After a compaction, perhaps in the middle of a turn: from then on every request is told.
    async context(event, context) {
      renew(sessionOf(context));
      const content = (await told)?.context;
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
  for (const tool of tools.all) api.registerTool?.(tool);
}

/** Whatever is wrong with us, pi goes on. */
function harmless(listener: Listener) {
  return async (event: unknown, context: unknown) => {
    try {
      return await listener(fieldsOf(event), fieldsOf(context));
    } catch {
      return undefined; // Nobody in there to tell: `doctor` tries the hooks, which keep notes of their own errors.
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

/** Whether the call may change files, which are kept first, or is a question to memory. Others do not wait for the hook. */
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
  const { getSessionId } = fieldsOf(context["sessionManager"]);
  const id: unknown =
    typeof getSessionId === "function" ? getSessionId.call(context["sessionManager"]) : undefined;
  return textOf(id) ?? "unknown";
}

function modelOf(context: Fields): { model?: string } {
  const model = textOf(fieldsOf(context["model"])["id"]);
  return model === undefined ? {} : { model };
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

/** The tools that pi's model is offered, which others ask our MCP server for. */
interface Tools {
  readonly all: readonly object[];
  /** The hook has answered the call of a question to memory, with the file that the answer is in. */
  answered(call: string, file: unknown): void;
}

function openTools(): Tools {
  const answers = new Map<string, string>();
  const recall = {
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
  return {
    all: [recall],
    answered(call, file) {
      const path = textOf(file);
      if (path !== undefined) answers.set(call, path);
    },
  };
}

/** A fork is written down as one from its beginning; much later it is only gone on with. */
const JUST_NOW = 60_000;

/** How a session begins; undefined where it only loads its extensions again. pi says "startup" also where it goes on. */
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
  return parentSession !== undefined && age < JUST_NOW ? "fork" : "resume";
}

function call(object: unknown, name: string): unknown {
  const method = fieldsOf(object)[name];
  return typeof method === "function" ? method.call(object) : undefined;
}
