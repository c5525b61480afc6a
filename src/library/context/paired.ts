import type { Part, ToolCallPart, ToolResultPart } from "../../event/message.js";
import type { EventData } from "../../event/registry.js";

type MessageData = EventData<"message.added">;

/**
 * Pairs each call with its result, as models require. A result without its call is dropped. An unanswered call gets a
 * result that says so at the end, and becomes text further up.
 */
export function paired<T extends MessageData>(messages: readonly T[]): T[] {
  const closed = closedAtEnd(messages);
  const partners = partnersIn(closed);
  return closed.flatMap((message) => {
    const { content } = message;
    if (partsOf(content).every((part) => isWhole(part, partners))) return [message];
    const parts = partsOf(content).flatMap((part) => (isWhole(part, partners) ? [part] : asText(part)));
    return parts.length === 0 ? [] : [{ ...message, content: parts }];
  });
}

/** How many messages can be cut off, at most `wanted`, without separating a result from its call. */
export function cutBefore(messages: readonly MessageData[], wanted: number): number {
  let cut = Math.max(0, Math.min(wanted, messages.length));
  const partners = partnersIn(messages);
  for (let at = messages.length - 1; at >= cut; at--) {
    for (const part of partsOf(messages[at]?.content ?? "")) {
      const call = part.type === "tool-result" ? partners.get(part) : undefined;
      if (call !== undefined && call < cut) {
        cut = call;
        // Check the messages behind the new cut, too.
        at = messages.length;
        break;
      }
    }
  }
  return cut;
}

/** Maps each call and result to the message of its counterpart. */
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

/** Adds results for calls that are still open, unless a later message shows that nobody waits for them. */
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
  return { type: "tool-result", id, tool, output: "[no result was recorded]", failed: true };
}

/** A message at the same place, without the fields of its maker. */
function answering<T extends MessageData>(message: T, content: Part[]): T {
  const answer = { ...message, role: "tool" as const, content };
  delete answer.extra;
  delete answer.incomplete;
  return answer;
}

function isWhole(part: Part, partners: Partners): boolean {
  return (part.type !== "tool-call" && part.type !== "tool-result") || partners.has(part);
}

function asText(part: Part): Part[] {
  if (part.type !== "tool-call") return [];
  return [{ type: "text", text: `(${part.tool} was called and never answered)` }];
}

function partsOf(content: string | readonly Part[]): readonly Part[] {
  return typeof content === "string" ? [] : content;
}
