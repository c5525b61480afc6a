import type { Part, ToolCallPart, ToolResultPart } from "../../event/message.js";
import type { EventData } from "../../event/registry.js";

type MessageData = EventData<"message.added">;

/** What stands for a result that was never recorded: the program ended in the middle of the call. */
const NO_RESULT = "[no result was recorded]";

/**
 * Messages that a model takes: each result behind its call, each call with its result. A result without its call goes; a
 * call of the end that still waits for one gets one that says so; one further up that was never answered is told in words.
 */
export function paired<T extends MessageData>(messages: readonly T[]): T[] {
  const closed = closedAtEnd(messages);
  const partners = partnersIn(closed);
  return closed.flatMap((message) => {
    const { content } = message;
    if (partsOf(content).every((part) => isWhole(part, partners))) return [message];
    const parts = partsOf(content).flatMap((part) => (isWhole(part, partners) ? [part] : toldInWords(part)));
    return parts.length === 0 ? [] : [{ ...message, content: parts }];
  });
}

/** How many of the messages may be parted from the rest, at most `wanted`, without a result losing its call. */
export function cutBefore(messages: readonly MessageData[], wanted: number): number {
  let cut = Math.max(0, Math.min(wanted, messages.length));
  const partners = partnersIn(messages);
  for (let at = messages.length - 1; at >= cut; at--) {
    for (const part of partsOf(messages[at]?.content ?? "")) {
      const call = part.type === "tool-result" ? partners.get(part) : undefined;
      if (call !== undefined && call < cut) {
        cut = call;
        // Whatever lies behind the new cut has to be looked at as well.
        at = messages.length;
        break;
      }
    }
  }
  return cut;
}

/** Of each call and result that has its other half: the message which that is in. */
type Partners = ReadonlyMap<Part, number>;

function partnersIn(messages: readonly MessageData[]): Partners {
  const partners = new Map<Part, number>();
  const waiting = new Map<string, { readonly part: Part; readonly at: number }>();
  messages.forEach(({ content }, at) => {
    for (const part of partsOf(content)) {
      if (part.type === "tool-call") waiting.set(part.id, { part, at });
      if (part.type !== "tool-result") continue;
      const call = waiting.get(part.id);
      if (call === undefined) continue;
      // A program may use an id again.
      waiting.delete(part.id);
      partners.set(part, call.at).set(call.part, at);
    }
  });
  return partners;
}

/** With a result for each call that still waits. Who has spoken since does not wait any more. */
function closedAtEnd<T extends MessageData>(messages: readonly T[]): readonly T[] {
  const partners = partnersIn(messages);
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    const parts = partsOf(message?.content ?? "");
    const missing = parts.flatMap((part) =>
      part.type === "tool-call" && !partners.has(part) ? [missingResult(part)] : [],
    );
    if (message !== undefined && missing.length > 0)
      return [...messages.slice(0, at + 1), answering(message, missing), ...messages.slice(at + 1)];
    if (!parts.some(({ type }) => type === "tool-result")) break;
  }
  return messages;
}

export function missingResult({ id, tool }: ToolCallPart): ToolResultPart {
  return { type: "tool-result", id, tool, output: NO_RESULT, failed: true };
}

/** In the place of the message it answers, which may have what only its maker understands. */
function answering<T extends MessageData>(message: T, content: Part[]): T {
  const answer = { ...message, role: "tool" as const, content };
  delete answer.extra;
  delete answer.incomplete;
  return answer;
}

function isWhole(part: Part, partners: Partners): boolean {
  return (part.type !== "tool-call" && part.type !== "tool-result") || partners.has(part);
}

function toldInWords(part: Part): Part[] {
  if (part.type !== "tool-call") return [];
  return [{ type: "text", text: `(${part.tool} was called and never answered)` }];
}

function partsOf(content: string | readonly Part[]): readonly Part[] {
  return typeof content === "string" ? [] : content;
}
