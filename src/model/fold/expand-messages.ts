import type { Part, ToolAbout, ToolCallPart, ToolResultPart } from "../../event/message.js";
import { messageText, outputText } from "../../event/message-text.js";
import type { MessageAdded } from "../../event/present.js";
import type { Draft, SomeEvents, TidemarkEvent } from "../../event/registry.js";
import { detectToolUse } from "../../text/shell/tool-use.js";

const MAX_CHARS = { prompt: 8_000, said: 4_000, command: 1_000, target: 300, output: 900 } as const;

/** Adds after each message of a program the events it stands for: prompts, tool calls and results, and ends of turns. */
export function expandMessages(events: SomeEvents): SomeEvents;
export function expandMessages(events: readonly TidemarkEvent[]): readonly TidemarkEvent[];
export function expandMessages(events: readonly TidemarkEvent[]): readonly TidemarkEvent[] {
  return events.some(isMessage) ? events.flatMap((event) => [event, ...workIn(event)]) : events;
}

/** Whether an answer is due after a message; undefined if the message does not change that. */
export function leavesOpen({
  role,
  content,
}: Pick<MessageAdded["data"], "role" | "content">): boolean | undefined {
  if (role === "user") return messageText(content).trim() === "" ? undefined : true;
  if (role !== "assistant") return undefined;
  return typeof content !== "string" && hasOpenCall(content);
}

function isMessage(event: TidemarkEvent): event is MessageAdded {
  return event.type === "message.added";
}

function workIn(event: TidemarkEvent): TidemarkEvent[] {
  if (!isMessage(event)) return [];
  const idOf = (n: number) => (n === 0 ? event.id : `${event.id}.${n}`);
  return draftsOf(event.data).map((draft, n) => ({ ...event, ...draft, id: idOf(n) }));
}

function draftsOf({ role, content }: MessageAdded["data"]): Draft[] {
  const parts = typeof content === "string" ? [] : content;
  const words = messageText(content).trim();
  if (role === "system") return [];
  if (role === "assistant") return answered(words, parts.filter(isCall), parts.filter(isResult));
  const results = parts.filter(isResult).map(finished);
  if (role === "tool" || words === "") return results;
  const text = words.slice(0, MAX_CHARS.prompt).toWellFormed();
  const cut = words.length - text.length || undefined;
  return [...results, { type: "prompt.submitted", data: { text, cut } }];
}

/** An answer with open calls continues after their results. Results of a provider's own tools are in the answer itself. */
function answered(
  words: string,
  calls: readonly ToolCallPart[],
  results: readonly ToolResultPart[],
): Draft[] {
  const said = words.slice(0, MAX_CHARS.said).toWellFormed();
  const used = [...calls.map(started), ...results.map(finished)];
  if (!hasOpenCall([...calls, ...results])) return [...used, { type: "turn.ended", data: { message: said } }];
  return [...(said === "" ? [] : [{ type: "message.said" as const, data: { text: said } }]), ...used];
}

function hasOpenCall(parts: readonly Part[]): boolean {
  const answered = new Set(parts.filter(isResult).map(({ id }) => id));
  return parts.some((part) => isCall(part) && !answered.has(part.id));
}

function started({ id, tool, input }: ToolCallPart): Draft {
  return { type: "tool.started", data: { call: id, tool, ...short(detectToolUse(tool, input)) } };
}

function short({ command, target, ...about }: ToolAbout): ToolAbout {
  return {
    ...about,
    command: command?.slice(0, MAX_CHARS.command).toWellFormed(),
    target: target?.slice(0, MAX_CHARS.target).toWellFormed(),
  };
}

function finished({ id, tool = "", output, failed, about }: ToolResultPart): Draft {
  const text = outputText(output);
  return {
    type: "tool.finished",
    data: {
      call: id,
      tool,
      ...(about === undefined ? { action: "other" } : short(about)),
      ok: failed !== true,
      output: (failed ? text.slice(-MAX_CHARS.output) : text.slice(0, MAX_CHARS.output)).toWellFormed(),
    },
  };
}

function isCall(part: Part): part is ToolCallPart {
  return part.type === "tool-call";
}

function isResult(part: Part): part is ToolResultPart {
  return part.type === "tool-result";
}
