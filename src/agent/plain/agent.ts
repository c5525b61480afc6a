import type { ToolAction } from "../../event/tool.js";
import { callerOf } from "../../host/process/caller.js";
import type { AgentName } from "../agents.js";
import { type Fields, fieldsOf, isFields, listOf, lookUp, numberOf, textOf } from "../payload/fields.js";
import { compactionStarted, hear, sessionEnded, turnEnded } from "../payload/hear.js";
import { wholePlan } from "../payload/plan.js";
import { answered, catOf, printedFile, recallQuery, withoutRecall } from "../payload/recall.js";
import { readCall, type ToolTable } from "../payload/tool-use.js";
import type { Wire } from "../payload/wire.js";
import type { Agent, Asking, Recalling } from "../port.js";
import type { Change, PlanChange, Signal, ToolUse } from "../signal.js";

/** The meaning of a hook, whatever the agent calls it. */
type Meaning =
  | "start"
  | "prompt"
  | "tool"
  | "tool-done"
  | "tool-failed"
  | "said"
  | "stop"
  | "compaction"
  | "end";

/** An agent whose payloads nearly have the common shape; this table has the differences. */
export interface Plain {
  readonly name: AgentName;
  readonly events: { readonly [event: string]: Meaning };
  readonly actions: { readonly [tool: string]: ToolAction };
  /** When the agent shows our context to the model. Without "start" the first prompt gets the context of the start. */
  readonly listens: readonly Asking["surface"][];
  say(hook: string, text: string): string;
  /** Redirects a call to another file, or denies it with the answer as the reason. */
  readonly handOver:
    | { readonly redirect: (input: Fields) => string }
    | { readonly deny: (text: string) => string };
}

export function plainAgent(plain: Plain): Agent {
  const { name, events, say } = plain;
  return {
    name,
    hear(payload) {
      if (!isFields(payload)) return undefined;
      const hook = textOf(payload["hook_event_name"]);
      const meaning = hook === undefined ? undefined : lookUp(events, hook);
      if (hook === undefined || meaning === undefined) return undefined;
      const recalls = meaning === "tool" ? readRecall(plain, payload) : undefined;
      const signals = readSignals(plain, meaning, payload).map(withoutRecall).filter(isNoDenial(plain));
      const wire = {
        hook_event_name: hook,
        session_id: textOf(payload["session_id"]) ?? payload["conversation_id"],
        cwd: textOf(payload["cwd"]) ?? listOf(payload["workspace_roots"])[0],
      };
      return hear(wire, {
        signals: recalls !== undefined && "deny" in plain.handOver ? signals.flatMap(answered) : signals,
        recalls,
        listens: plain.listens,
        process: callerOf,
      });
    },
    say,
    lastWords: () => [],
  };
}

function readSignals({ actions }: Plain, meaning: Meaning, wire: PlainWire): Signal[] {
  switch (meaning) {
    case "start":
      return [{ is: "session-started", source: textOf(wire.source) ?? "startup" }];
    case "prompt": {
      const text = promptIn(wire.prompt);
      return text === undefined ? [] : [{ is: "prompt", text }];
    }
    case "tool":
      return [{ is: "tool-started", use: readPlainUse(wire, actions) }];
    case "tool-done":
    case "tool-failed":
      return [readEnd(wire, actions, meaning === "tool-done")];
    case "said": {
      const text = textOf(wire.text);
      return text === undefined ? [] : [{ is: "said", text }];
    }
    case "stop":
      return [turnEnded(wire)];
    case "compaction":
      return [compactionStarted(wire)];
    case "end":
      return [sessionEnded(wire)];
  }
}

function readEnd(wire: PlainWire, actions: Plain["actions"], succeeded: boolean): Signal {
  const use = readPlainUse(wire, actions);
  const ms = numberOf(wire.duration);
  const text = succeeded ? (textOf(wire.tool_response) ?? textOf(wire.tool_output)) : errorIn(wire);
  const [trailer, code] = (use.action === "shell" ? EXIT.exec(text ?? "") : null) ?? [];
  const printed = trailer === undefined ? text : text?.slice(0, -trailer.length).trimEnd();
  const hasFailed = !succeeded || (code !== undefined && Number(code) !== 0);
  const output = hasFailed && code !== undefined ? `Exit code: ${code}\n${printed}` : printed;
  return { is: "tool-finished", use, ok: !hasFailed, ms, output };
}

/** The end of a command's output in Kimi Code and droid. */
const EXIT = /(?:Command failed with exit code: |\[Process exited with code )(\d{1,5})[.\]]\s*$/;

function errorIn(wire: PlainWire): string | undefined {
  return textOf(wire.error) ?? textOf(fieldsOf(wire.error)["message"]) ?? textOf(wire.error_message);
}

/** A text or a list of parts. */
function promptIn(prompt: unknown): string | undefined {
  const texts = listOf(prompt).flatMap((part) => textOf(fieldsOf(part)["text"]) ?? []);
  return textOf(prompt) ?? textOf(texts.join("\n"));
}

function readRecall({ actions, handOver: way }: Plain, wire: PlainWire): Recalling | undefined {
  const { action, paths, command } = readPlainUse(wire, actions);
  const path = action === "read" ? paths?.[0] : printedFile(command ?? "");
  const query = path === undefined ? undefined : recallQuery(path);
  if (query === undefined) return undefined;
  const input = fieldsOf(wire.tool_input);
  return {
    query,
    handOver(file, text) {
      if ("deny" in way) return way.deny(text);
      if (action === "read")
        return way.redirect({ [input["path"] === undefined ? "file_path" : "path"]: file });
      return way.redirect({ ...input, command: catOf(file) });
    },
  };
}

/** If a denial is the answer, some agents report the denial as a failure. */
function isNoDenial({ handOver }: Plain): (signal: Signal) => boolean {
  return (signal) =>
    !("deny" in handOver && signal.is === "tool-finished" && !signal.ok) ||
    !(signal.use.action === "search" && signal.use.target?.startsWith("recall "));
}

/** Some agents have their own names for fields. */
interface PlainWire extends Wire {
  readonly text?: unknown;
  readonly tool_output?: unknown;
  readonly tool_call_id?: unknown;
  readonly duration?: unknown;
  readonly error_message?: unknown;
}

const PATHS = ["file_path", "path"] as const;
const TARGETS = ["pattern", "query", "url", "description", "name", "prompt"] as const;

function readPlainUse(wire: PlainWire, actions: ToolTable["actions"]): ToolUse {
  const table = { actions, paths: PATHS, targets: TARGETS };
  const response = wire.tool_response ?? wire.tool_output;
  const { input, ...call } = readCall(wire.tool_name, wire.tool_input, table, response);
  const { action, paths } = call;
  return {
    ...call,
    call: textOf(wire.tool_use_id) ?? textOf(wire.tool_call_id),
    paths: action === "shell" ? undefined : paths,
    change: readChange(action, input),
    plan: action === "plan" ? readTodos(input["todos"]) : undefined,
  };
}

function readChange(action: ToolAction, input: Fields): Change | undefined {
  if (action === "write")
    return { before: "", after: textOf(input["content"]) ?? textOf(input["contents"]) ?? "" };
  if (action !== "edit") return undefined;
  const before = textOf(input["old_string"]) ?? textOf(input["old_str"]) ?? "";
  return { before, after: textOf(input["new_string"]) ?? textOf(input["new_str"]) ?? "" };
}

/** A list, or a text with lines like `1. [completed] measured`. */
function readTodos(todos: unknown): PlanChange | undefined {
  const list =
    typeof todos === "string"
      ? [...todos.slice(0, MAX_PLAN_CHARS).matchAll(LINE)].map(([, status, text]) => ({ text, status }))
      : todos;
  const plan = wholePlan(list, ["title", "content", "text"]);
  return plan.items.length === 0 ? undefined : plan;
}

const MAX_PLAN_CHARS = 20_000;
const LINE = /^\d{1,3}\. \[(\w{1,20})\] (.+)$/gm;
