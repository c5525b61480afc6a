/** What a person would say of a session from its payloads alone: worked out here without any of the product's folds. */
export interface Expected {
  /** Any of these is right: a short reply such as "go on" may leave what was asked before. */
  readonly requests: readonly string[];
  readonly running: readonly string[];
  /** Files that the agent's own tools changed, relative to the root. */
  readonly files: readonly string[];
  readonly tasks: readonly string[];
  readonly isInTheMiddle: boolean;
}

export type Told = { readonly [field: string]: unknown };

const FEW_WORDS = 5;
const CHANGING = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

export function expectedOf(payloads: readonly Told[], root: string): Expected {
  const prompts: string[] = [];
  const running = new Map<string, string>();
  const files = new Set<string>();
  let tasks = new Map<string, { text: string; open: boolean }>();
  let isBusy = false;
  for (const payload of payloads) {
    const hook = text(payload["hook_event_name"]);
    const tool = text(payload["tool_name"]);
    const input = fields(payload["tool_input"]);
    if (hook === "UserPromptSubmit") {
      const prompt = text(payload["prompt"]);
      if (prompt === "" || prompt.startsWith("<task-notification>")) continue;
      // Written by a hook that held the person's prompt back.
      if (!prompt.startsWith("Operation stopped by hook:")) prompts.push(prompt.replace(/\s+/g, " ").trim());
      running.clear();
      isBusy = true;
    } else if (hook === "PreToolUse") {
      running.set(text(payload["tool_use_id"]), tool);
      isBusy = true;
    } else if (hook === "PostToolUse" || hook === "PostToolUseFailure") {
      running.delete(text(payload["tool_use_id"]));
      if (hook === "PostToolUseFailure") continue;
      const path = text(input["file_path"] ?? input["notebook_path"]);
      if (CHANGING.has(tool) && path !== "") files.add(relative(path, root));
      tasks = planned(tasks, tool, input, text(payload["tool_response"]));
    } else if (hook === "Stop" || (hook === "SessionStart" && payload["source"] !== "compact")) {
      running.clear();
      isBusy = false;
    }
  }
  return {
    requests: requestsIn(prompts),
    running: [...running.values()],
    files: [...files],
    tasks: [...tasks.values()].filter(({ open }) => open).map((task) => task.text),
    isInTheMiddle: isBusy || running.size > 0,
  };
}

/** The last prompt that is no command to the agent, and those before it as long as they are followed by a few words only. */
function requestsIn(prompts: readonly string[]): string[] {
  const asked = prompts.filter((prompt) => !prompt.startsWith("/")).reverse();
  const first = asked.findIndex((prompt) => prompt.split(" ").length > FEW_WORDS);
  return first === -1 ? asked : asked.slice(0, first + 1);
}

type Tasks = Map<string, { text: string; open: boolean }>;

function planned(tasks: Tasks, tool: string, input: Told, response: string): Tasks {
  if (tool === "TodoWrite") {
    const todos = Array.isArray(input["todos"]) ? input["todos"].map(fields) : [];
    return new Map(
      todos.map((todo, n) => [
        String(n),
        { text: text(todo["content"]), open: text(todo["status"]) !== "completed" },
      ]),
    );
  }
  const next = new Map(tasks);
  if (tool === "TaskCreate") {
    const id = /#(\d+)/.exec(response)?.[1] ?? `?${tasks.size}`;
    next.set(id, { text: text(input["subject"]), open: true });
  }
  const known = tool === "TaskUpdate" ? tasks.get(text(input["taskId"])) : undefined;
  if (known !== undefined) {
    const status = text(input["status"]);
    const open = status === "" ? known.open : status === "pending" || status === "in_progress";
    next.set(text(input["taskId"]), { text: text(input["subject"]) || known.text, open });
  }
  return next;
}

function relative(path: string, root: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function fields(value: unknown): Told {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
