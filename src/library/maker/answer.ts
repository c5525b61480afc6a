import type { Part, ToolCallPart } from "../../event/message.js";
import { missingResult } from "../context/paired.js";
import type { NewMessage } from "../message/message.js";

/**
 * Messages in which every call has a result. One that has none, because the program ended in the middle of it, would make
 * the makers refuse the whole conversation. Calls of the very last message are still to be answered and stay as they are.
 */
export function answerCalls(
  messages: readonly NewMessage[],
  mayStay: (part: Part) => boolean = () => false,
): readonly NewMessage[] {
  const answered = new Set(
    messages.flatMap(partsOf).flatMap((part) => (part.type === "tool-result" ? part.id : [])),
  );
  const isOpen = (part: Part): part is ToolCallPart =>
    part.type === "tool-call" && !answered.has(part.id) && !mayStay(part);
  return messages.flatMap((message, n) => {
    const open = message.role === "assistant" ? partsOf(message).filter(isOpen) : [];
    if (open.length === 0 || n === messages.length - 1) return [message];
    return [message, { role: "tool", content: open.map(missingResult) }];
  });
}

export function partsOf({ content }: NewMessage): readonly Part[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The tool each call went to: a result alone does not say. */
export function toolsIn(messages: readonly NewMessage[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(partsOf).flatMap((part) => (part.type === "tool-call" ? [part] : []));
  return new Map(calls.map(({ id, tool }) => [id, tool]));
}
