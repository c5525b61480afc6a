import { TidemarkError } from "../../error.js";
import { fieldOf, isList, type Json } from "../../event/json.js";
import type { FilePart, ForeignPart, Part, ToolCallPart } from "../../event/message.js";
import { missingResult } from "../context/paired.js";
import type { NewMessage } from "../message/message.js";
import { textAt } from "./json.js";

/** The messages to send, alone or with the system text of `session.context()`. */
export type Conversation =
  | readonly NewMessage[]
  | { readonly system?: string; readonly messages: readonly NewMessage[] };

/** The messages of a conversation, with its system text first. */
export function messagesOf(conversation: Conversation): readonly NewMessage[] {
  const messages = isMessages(conversation) ? conversation : conversation?.messages;
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw new TidemarkError("bad-argument", "These are no messages of a session.", {
      hint: "Give what session.context() returns, or its messages.",
    });
  const system = isMessages(conversation) ? "" : (conversation.system ?? "");
  return system === "" ? messages : [{ role: "system", content: system }, ...messages];
}

/** Gives calls a result, because makers refuse open ones. Those of the last message may still be answered. */
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

/** Moves results inside an answer, as a maker's own tools give them, to messages of their own. */
export function splitAnswer(message: NewMessage, mayStay: (part: Part) => boolean): readonly NewMessage[] {
  const parts = partsOf(message);
  const isResult = (part: Part) => part.type === "tool-result" && !mayStay(part);
  if (message.role !== "assistant" || !parts.some(isResult)) return [message];
  const pieces: { role: "assistant" | "tool"; content: Part[] }[] = [];
  for (const part of parts) {
    const role = isResult(part) ? "tool" : "assistant";
    const last = pieces.at(-1);
    if (last?.role === role) last.content.push(part);
    else pieces.push({ role, content: [part] });
  }
  return pieces;
}

export function partsOf({ content }: NewMessage): readonly Part[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Describes a part as text for a maker without a block for it. Reasoning is bound to its model and left out. */
export function describePart(part: Part): string | undefined {
  if (part.type === "text") return part.text;
  if (part.type === "file") return describeFile(part);
  return part.type === "foreign" ? describeForeign(part) : undefined;
}

function isMessages(conversation: Conversation): conversation is readonly NewMessage[] {
  return Array.isArray(conversation);
}

function isMessage(value: NewMessage | undefined | null): boolean {
  return (
    typeof value?.role === "string" && (typeof value.content === "string" || Array.isArray(value.content))
  );
}

function describeFile({ mediaType, name, url, extra }: FilePart): string {
  const transcript = Object.values(extra ?? {}).map((own) => textAt(own, "transcript"))[0];
  if (transcript !== undefined) return transcript;
  const kind = mediaType.startsWith("image/") ? "image" : "file";
  return `[${kind}${([name === undefined ? "" : ` "${name}"`, mediaType.includes("*") ? "" : ` (${mediaType})`]).join("")}${url === undefined ? "" : `: ${url}`}]`;
}

function describeForeign({ value }: ForeignPart): string | undefined {
  // The source of an answer is not part of it.
  if (textAt(value, "type") === "source") return undefined;
  const nested = ["source", "data"].flatMap((name) => textsOf(fieldOf(value, name)));
  const texts = [textAt(value, "title"), textAt(value, "context"), ...nested, ...textsOf(value)];
  return texts.filter(Boolean).join("\n") || undefined;
}

/** The texts of a document or a search result: `{type: "text", data}`, or a list of blocks as `content`. */
function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  const content = fieldOf(value, "content");
  const blocks = isList(content) ? content.map((block) => textAt(block, "text")) : [];
  const plain =
    textAt(value, "type") === "text" ? (textAt(value, "data") ?? textAt(value, "text")) : undefined;
  return [...(typeof content === "string" ? [content] : blocks), plain].filter((text) => text !== undefined);
}
