import type { Line } from "../continuity/stream.js";
import { decisionSentences } from "./yardstick.js";

const PATH_KEYS = ["file_path", "path", "notebook_path"] as const;
/** Characters of the tail that are kept: more than any limit needs. */
const TAIL = 60_000;

/** One session as its payloads tell it, without any of the code that is measured. */
export class Course {
  calls = 0;
  prompts = 0;
  readonly seen = new Set<string>();
  readonly decisions = new Set<string>();
  readonly #tasks = new Map<string, string>();
  readonly #names = new Map<string, string>();
  #tail = "";
  #words = "";

  /** The end of all messages, calls among them. */
  get tail(): string {
    return this.#tail;
  }

  /** The end of what was said, without the calls. */
  get words(): string {
    return this.#words;
  }

  get openTasks(): string[] {
    return [...this.#tasks].filter(([, status]) => OPEN.has(status)).map(([text]) => text);
  }

  tell(line: Line): void {
    switch (line.hook_event_name) {
      case "UserPromptSubmit":
        this.prompts++;
        this.#say("user", line.prompt ?? "");
        for (const sentence of decisionSentences(line.prompt ?? "")) this.decisions.add(sentence);
        return;
      case "x-AssistantMessage":
        this.#say("assistant", line.text ?? "");
        return;
      case "Stop":
        for (const sentence of decisionSentences(textIn(line, "last_assistant_message")))
          this.decisions.add(sentence);
        return;
      case "PostToolUse":
      case "PostToolUseFailure":
        this.calls++;
        for (const path of filesOf(line)) this.seen.add(path);
        this.#plan(line);
        // Without its result: what a call gave back would push all else out of the tail.
        this.#say("tool", `${line.tool_name ?? ""} ${JSON.stringify(line.tool_input ?? {})}`);
        return;
    }
  }

  #say(who: string, text: string): void {
    this.#tail = `${this.#tail}${who}: ${text}\n`.slice(-TAIL);
    if (who !== "tool") this.#words = `${this.#words}${who}: ${text}\n`.slice(-TAIL);
  }

  #plan(line: Line): void {
    const input = Object(line.tool_input);
    if (line.tool_name === "TodoWrite") {
      this.#tasks.clear();
      for (const item of listIn(input["todos"]))
        this.#tasks.set(String(Object(item)["content"] ?? ""), String(Object(item)["status"]));
    } else if (line.tool_name === "TaskCreate") {
      const subject = String(input["subject"] ?? "");
      const [, id] = /#(\w+)/.exec(JSON.stringify(Object(line)["tool_response"] ?? "")) ?? [];
      this.#tasks.set(subject, "pending");
      if (id !== undefined) this.#names.set(id, subject);
    } else if (line.tool_name === "TaskUpdate") {
      const subject = this.#names.get(String(input["taskId"] ?? "")) ?? "";
      if (this.#tasks.has(subject) && typeof input["status"] === "string")
        this.#tasks.set(subject, input["status"]);
    }
  }
}

/** The files a tool call names. */
export function filesOf(line: Line): string[] {
  const input = Object(line.tool_input);
  return PATH_KEYS.flatMap((key) => {
    const path: unknown = input[key];
    if (typeof path !== "string" || !/\.\w+$/.test(path) || OUTSIDE.test(path)) return [];
    return path.startsWith(`${line.cwd}/`) ? path.slice(line.cwd.length + 1) : path;
  });
}

const OPEN = new Set(["pending", "in_progress"]);
const OUTSIDE = /^\/(?:tmp|private|var|dev)\//;

function textIn(line: Line, field: string): string {
  const value: unknown = Object(line)[field];
  return typeof value === "string" ? value : "";
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return []; // A text, where a list should be.
  }
}
