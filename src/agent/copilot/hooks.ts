import type { ToolAction } from "../../event/tool.js";
import type { PlanStatus } from "../../event/turn.js";
import { type Fields, fieldsOf, textOf } from "../payload/fields.js";
import { compactionStarted, sessionEnded, sessionStarted, subagent } from "../payload/hear.js";
import { readPatch } from "../payload/patch.js";
import { askedPlan } from "../payload/plan.js";
import { readCall, type ToolTable } from "../payload/tool-use.js";
import type { Change, PlanChange, Signal, ToolUse } from "../signal.js";
import { eventOf, type Wire } from "./wire.js";

/** Ignores unknown payloads. `closing` is the agent's last text, which no hook carries. */
export function readSignals(wire: Wire, closing: string): Signal[] {
  switch (eventOf(wire)) {
    case "sessionStart":
      return [sessionStarted({ source: wire.source === "new" ? "startup" : wire.source })];
    case "sessionEnd":
      return [sessionEnded(wire)];
    case "userPromptSubmitted": {
      const text = readPrompt(wire);
      return text === undefined ? [] : [{ is: "prompt", text }];
    }
    case "preToolUse":
      return [{ is: "tool-started", use: readToolUse(wire) }];
    case "postToolUse":
    case "postToolUseFailure":
      return [readToolEnd(wire)];
    case "agentStop":
      return isSubagent(wire) ? [] : [{ is: "turn-ended", message: closing }];
    case "preCompact":
      return [compactionStarted({ trigger: wire.trigger, custom_instructions: wire.customInstructions })];
    case "subagentStart":
    case "subagentStop":
      return readSubagent(wire);
    default:
      return [];
  }
}

/** Undefined if nobody typed it: reports of background commands and prompts of subagents arrive here too. */
function readPrompt(wire: Wire): string | undefined {
  const text = isSubagent(wire) ? undefined : textOf(wire.prompt);
  return text?.startsWith("<system_notification>") ? undefined : text;
}

/** A subagent reports its own session; its calls belong to the parent's. */
export function sessionOf(wire: Wire): string {
  return textOf(isSubagent(wire) ? wire.parentAgentId : wire.sessionId) ?? "unknown";
}

export function isSubagent(wire: Wire): boolean {
  return wire.parentAgentId !== undefined && wire.sessionId !== wire.parentAgentId;
}

function readToolEnd(wire: Wire): Signal {
  const use = readToolUse(wire);
  const result = fieldsOf(wire.toolResult);
  const failed =
    wire.error !== undefined || (result["resultType"] !== undefined && result["resultType"] !== "success");
  const text = textOf(wire.error) ?? textOf(result["textResultForLlm"]);
  const [trailer, code] = (use.action === "shell" ? EXIT.exec(text ?? "") : null) ?? [];
  if (text === undefined || trailer === undefined || code === undefined)
    return { is: "tool-finished", use, ok: !failed, output: text };
  const printed = text.slice(0, -trailer.length).trimEnd();
  // For Copilot CLI a failed command is not a failure of the tool.
  if (Number(code) === 0) return { is: "tool-finished", use, ok: !failed, output: printed };
  return { is: "tool-finished", use, ok: false, output: `Exit code: ${code}\n${printed}` };
}

/** Trust only the last line: a command can print anything. */
const EXIT = /<shellId: [\w-]{1,40} completed with exit code (\d{1,5})>\s*$/;

function readSubagent(wire: Wire): Signal[] {
  const agentId = textOf(wire.agentId);
  const agentType = textOf(wire.agentType) ?? textOf(wire.agentName);
  if (agentId === undefined || agentType === undefined) return [];
  return [
    subagent(eventOf(wire) === "subagentStart" ? "started" : "finished", agentId, agentType, wire.response),
  ];
}

const TOOLS: ToolTable = {
  actions: {
    create: "write",
    edit: "edit",
    apply_patch: "edit",
    view: "read",
    grep: "search",
    rg: "search",
    glob: "search",
    web_fetch: "search",
    web_search: "search",
    fetch_copilot_cli_documentation: "search",
    bash: "shell",
    powershell: "shell",
    update_todo: "plan",
    exit_plan_mode: "plan",
    task: "agent",
  },
  paths: ["path"],
  targets: ["pattern", "query", "url", "description", "skill", "name", "prompt"],
};

function readToolUse(wire: Wire): ToolUse {
  const { input, ...call } = readCall(
    wire.toolName,
    wire.toolArgs,
    TOOLS,
    fieldsOf(wire.toolResult)["textResultForLlm"],
  );
  const { tool } = call;
  const plan = readPlan(tool, input);
  const action = call.action === "other" && plan !== undefined ? "plan" : call.action;
  return {
    ...call,
    action,
    agentId: wire.parentAgentId === undefined ? undefined : textOf(wire.agentId),
    change: readChange(action, input),
    // It fails if the file exists.
    created: tool === "create" ? true : undefined,
    plan,
    ...(tool === "apply_patch" ? readPatch(textOf(wire.toolArgs) ?? inputText(input)) : {}),
  };
}

function inputText(input: Fields): string {
  return textOf(input["input"]) ?? textOf(input["patch"]) ?? "";
}

function readChange(action: ToolAction, input: Fields): Change | undefined {
  if (action === "write") return { before: "", after: textOf(input["file_text"]) ?? "" };
  if (action !== "edit" || input["new_str"] === undefined) return undefined;
  return { before: textOf(input["old_str"]) ?? "", after: textOf(input["new_str"]) ?? "" };
}

function readPlan(tool: string, input: Fields): PlanChange | undefined {
  if (tool === "sql") return readTodoQuery(textOf(input["query"]) ?? "");
  if (tool === "update_todo") return readChecklist(textOf(input["todos"]) ?? "");
  if (tool !== "exit_plan_mode") return undefined;
  return askedPlan(textOf(input["plan"]) ?? textOf(input["summary"]));
}

const MAX_PLAN_CHARS = 8_000;
const MAX_PLAN_ITEMS = 60;

// For text with single spaces on one line. A doubled quote in a string matches as two adjacent strings.
const STATEMENT = /(?:'[^']*'|[^;'])+/g;
const ROW = /\((?:'[^']*'|[^')])*\)/g;
const FIELD = /(?:'[^']*'|[^,'])+/g;
const TEXT = /(?:'[^']*')+/g;
const INSERT = /^ ?INSERT (?:OR \w+ )?INTO todos ?\(([^)]*)\) ?VALUES ?(\(.*)$/i;
const UPDATE = /^ ?UPDATE todos SET (.*?) WHERE id ?(?:=|IN\b)(.*)$/i;

/**
 * Copilot CLI keeps its plan in a table `todos` that the model writes with SQL. Undefined for everything except a plain
 * INSERT or an UPDATE of rows by id.
 */
export function readTodoQuery(query: string): PlanChange | undefined {
  if (query.length > MAX_PLAN_CHARS || !/\btodos\b/i.test(query)) return undefined;
  const statements = query.replace(/\s+/g, " ").match(STATEMENT) ?? [];
  const changes = statements
    .slice(0, MAX_PLAN_ITEMS)
    .flatMap((one) => readInsert(one) ?? readUpdate(one) ?? []);
  const [first] = changes;
  if (first === undefined) return undefined;
  const items = changes.filter(({ mode }) => mode === first.mode).flatMap((change) => change.items);
  return { mode: first.mode, items: items.slice(0, MAX_PLAN_ITEMS) };
}

/** A Markdown list: `- [x] measured`. */
export function readChecklist(text: string): PlanChange | undefined {
  const items = [...text.slice(0, MAX_PLAN_CHARS).matchAll(/^\s*[-*] \[([ x~-])\] (.+)$/gim)].map(
    ([, mark = "", item = ""]) => ({ text: item.trim(), status: MARK[mark.toLowerCase()] ?? "open" }),
  );
  return items.length === 0 ? undefined : { mode: "whole", items: items.slice(0, MAX_PLAN_ITEMS) };
}

type Items = Extract<PlanChange, { mode: "whole" | "add" | "change" }>;

const MARK: { readonly [mark: string]: PlanStatus } = { x: "done", "~": "doing", "-": "dropped" };
const STATUS: { readonly [word: string]: PlanStatus } = {
  pending: "open",
  blocked: "open",
  in_progress: "doing",
  done: "done",
};

function readInsert(statement: string): Items | undefined {
  const [, columns, values] = INSERT.exec(statement) ?? [];
  if (columns === undefined || values === undefined) return undefined;
  const names = columns.split(",").map((name) => name.replace(/["`[\] ]/g, "").toLowerCase());
  const items = (values.match(ROW) ?? []).flatMap((row) => {
    const fields = row.slice(1, -1).match(FIELD) ?? [];
    const under = (name: string) => textIn(fields[names.indexOf(name)]);
    const key = under("id");
    const text = under("title") ?? under("description");
    if (text === undefined) return [];
    return [{ key, text, status: statusIn(under("status")) ?? "open" }];
  });
  return items.length === 0 ? undefined : { mode: "add", items };
}

function readUpdate(statement: string): Items | undefined {
  const [, changes, where] = UPDATE.exec(statement) ?? [];
  if (changes === undefined || where === undefined) return undefined;
  const status = statusIn(textIn(/\bstatus ?= ?('\w{1,20}')/i.exec(changes)?.[1]));
  const text = textIn(/\btitle ?= ?((?:'[^']*')+)/i.exec(changes)?.[1]);
  if (status === undefined && text === undefined) return undefined;
  const change = { text, status };
  const items = (where.match(TEXT) ?? []).flatMap((id) => {
    const key = textIn(id);
    return key === undefined ? [] : [{ key, ...change }];
  });
  return items.length === 0 ? undefined : { mode: "change", items };
}

function statusIn(word: string | undefined): PlanStatus | undefined {
  return word !== undefined && Object.hasOwn(STATUS, word) ? STATUS[word] : undefined;
}

function textIn(value = ""): string | undefined {
  const [, text] = /^ ?'(.*)' ?$/.exec(value) ?? [];
  return text?.replaceAll("''", "'") || undefined;
}
