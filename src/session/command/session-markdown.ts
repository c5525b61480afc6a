import { agentTitle } from "../../agent/agents.js";
import { reasonOf } from "../../checkpoint/text.js";
import type { Envelope } from "../../event/envelope.js";
import type { Part } from "../../event/message.js";
import { jsonText } from "../../event/message-text.js";
import { messageIn } from "../../event/present.js";
import type { DecisionNode } from "../../model/fold/decision/decision-tree.js";
import type { TurnState } from "../../model/fold/session/session-state.js";
import { terminalSafe } from "../../terminal/terminal-safe.js";
import { localTime } from "../../terminal/time.js";
import type { RenderExport, SessionExport } from "../export-session.js";

/** Formats an exported session as a document: what was asked and done, turn by turn, and the result. */
export function sessionMarkdown({ state, turns, origin, events, exportedAt }: SessionExport): string {
  const { project, context, tools, decisions, files, errors, checkpoints, memory, agents } = state;
  const progress = context.progress === undefined ? "" : `${Math.round(context.progress * 100)} %`;
  const plan = context.plan.map(({ text, status }) => `- [${status === "done" ? "x" : " "}] ${inline(text)}`);
  const subagents = agents.states
    .slice(1)
    .map(({ type, state: status, message = "" }) => `- ${inline(type)}, ${status}: ${inline(message)}`);
  const failed = errors.log.flatMap(({ tool, target, text }) => [
    `- ${tool} ${code(target)}`,
    ...quoted(text, "  "),
  ]);
  const points = checkpoints.map(
    (point) => `- ${point.id}, ${localTime(point.at)}, ${inline(reasonOf(point))}`,
  );
  const calls = tools.history.map(
    ({ at, tool, target, ok }) => `- ${localTime(at)} ${ok ? "" : "**failed** "}${tool} ${code(target)}`,
  );
  const fates = (["created", "modified", "deleted"] as const).flatMap((fate) =>
    files[fate].map((path) => `- ${fate} ${code(path)}`),
  );
  const sections: Section[] = [
    ["Not finished", tools.pending.map(({ tool, target }) => `- ${tool} ${code(target)}`)],
    ["Files", fates],
    ["Decisions", decisions.tree.flatMap((node) => decisionLines(node, ""))],
    ["Subagents", subagents],
    ["Questions to memory", memory.queries.map(({ query, found }) => `- ${inline(query)} (${found} found)`)],
    ["Errors", failed],
    ["Checkpoints", points],
    ["Tool calls", calls],
    ["Messages", [...origin, ...events].flatMap(messageLines)],
  ];
  return terminalSafe(
    [
      `# Session ${state.session}`,
      "",
      ...table([
        ["project", project.isHere ? project.name : `${project.name} (another project)`],
        ["agent", agentTitle(state.agent) ?? state.agent],
        ["status", state.status],
        ["began", localTime(state.createdAt)],
        ["last active", localTime(state.updatedAt)],
        ["goes on from", origin.at(-1)?.session ?? ""],
        ["branch", state.branch ?? ""],
        ["tags", state.tags.join(", ")],
        ["intent", context.intent ?? ""],
        ["phase", context.phase ?? ""],
        ["progress", progress],
        ["exported", localTime(exportedAt)],
      ]),
      ...section(["Plan", plan]),
      ...turns.flatMap(turnLines),
      ...sections.flatMap(section),
      "",
    ].join("\n"),
  );
}

function turnLines(turn: TurnState): string[] {
  if (turn.n === 0 && turn.tools === 0) return [];
  const title = turn.n === 0 ? "Before the first prompt" : `Turn ${turn.n}, ${localTime(turn.at)}`;
  return [
    "",
    `## ${title}`,
    "",
    ...quoted(turn.request),
    ...(turn.edited.length === 0 ? [] : ["", `Changed: ${turn.edited.map(code).join(", ")}`]),
    ...(turn.commands.length === 0 ? [] : ["", `Ran: ${turn.commands.map(code).join(", ")}`]),
    ...(turn.closing === undefined ? [] : ["", "Answer:", "", ...quoted(turn.closing)]),
  ];
}

function messageLines(event: Envelope): string[] {
  const message = messageIn(event);
  if (message === undefined) return [];
  const { role, content, incomplete } = message.data;
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return [
    `**${role}**, ${localTime(event.at)}${incomplete ? ", cut off" : ""}`,
    "",
    ...parts.flatMap((one) => [...partLines(one), ""]),
  ];
}

function partLines(one: Part): string[] {
  switch (one.type) {
    case "text":
      return quoted(one.text);
    case "reasoning":
      return quoted(`(thought) ${one.text}`);
    case "file":
      return [`- file ${code(one.name ?? one.mediaType)}`];
    case "tool-call":
      return [`- calls ${code(one.tool)} with ${code(jsonText(one.input))}`];
    case "tool-result":
      return [`- ${one.failed ? "fails" : "gets"}:`, ...quoted(jsonText(one.output), "  ")];
    case "foreign":
      return [`- ${inline(one.from)}: ${code(jsonText(one.value))}`];
  }
}

function decisionLines(node: DecisionNode, indent: string): string[] {
  const { choice, reason, rejected, isCurrent, children } = node;
  const because = reason === undefined ? "" : `, because ${inline(reason)}`;
  const not = rejected.length === 0 ? "" : ` (rejected: ${rejected.map(inline).join(", ")})`;
  return [
    `${indent}- ${isCurrent ? "" : "superseded: "}${inline(choice)}${because}${not}`,
    ...children.flatMap((child) => decisionLines(child, `${indent}  `)),
  ];
}

type Section = readonly [title: string, lines: readonly string[]];

function section([title, lines]: Section): string[] {
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const cells = rows.filter(([, value]) => value !== "");
  const row = ([name, value]: readonly [string, string]) =>
    `| ${name} | ${inline(value).replaceAll("|", "\\|")} |`;
  return ["| | |", "| --- | --- |", ...cells.map(row)];
}

/** Quotes recorded text, so that it cannot pass for a heading or markup of ours. */
function quoted(text: string, indent = ""): string[] {
  return text === "" ? [] : text.split("\n").map((line) => `${indent}> ${escaped(line)}`);
}

function inline(text: string): string {
  return escaped(text.replace(/\s+/g, " ").trim());
}

function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]#]/g, "\\$&");
}

/** Formats code with a fence longer than any in it. */
function code(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return "";
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Formats an exported session for a file. */
export const render: RenderExport = (exported, format) =>
  format === "json" ? `${JSON.stringify(exported, null, 2)}\n` : sessionMarkdown(exported);
