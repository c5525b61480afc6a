import { fieldOf, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { FilePart, Part, ReasoningPart, ToolResultPart } from "../../event/message.js";
import { asOf, type Form, ownOf, readOutput, toBlocks, writeOutput } from "../maker/form.js";
import { defined, textAt } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";

const IMAGES = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const PDF = "application/pdf";
/** The media type of a file that only Anthropic can look up. */
const ANY = { image: "image/*", document: "application/*" } as const;

/** The blocks of an Anthropic message. */
export const anthropicForm: Form = { maker: "anthropic", partOf, blockOf };

/** Calls and results of Anthropic's own tools stay inside its answer. */
export function isServerSide(part: Part): boolean {
  const as = asOf(anthropicForm, part);
  return as !== undefined && (part.type === "tool-call" || part.type === "tool-result");
}

/** Anthropic refuses empty texts. */
export function blocksOf(part: Part): JsonObject[] {
  if (part.type === "foreign" && part.from === anthropicForm.maker)
    return isObject(part.value) ? [part.value] : [];
  return toBlocks(anthropicForm, part).filter(({ type, text }) => type !== "text" || text !== "");
}

/** Anthropic puts results of tools into user messages. */
export function sideOf({ role }: NewMessage): "user" | "assistant" | "system" {
  return role === "tool" ? "user" : role;
}

/** Marks messages that `toAnthropic` would otherwise join or move. */
export function markApart(messages: readonly NewMessage[]): NewMessage[] {
  const first = messages.findIndex(({ role }) => role !== "system");
  return messages.map((message, n) => {
    const side = sideOf(message);
    const before = messages[n - 1];
    const isJoined = side !== "system" && before !== undefined && sideOf(before) === side;
    const isMoved = n < first || first === -1 || (n === first && side === "assistant");
    return isJoined || isMoved ? { ...message, extra: { anthropic: { apart: true } } } : message;
  });
}

export function isApart(message: NewMessage): boolean {
  return ownOf(anthropicForm, message)?.["apart"] === true;
}

function partOf(block: JsonObject): Part | undefined {
  const type = textAt(block, "type") ?? "";
  const text = textAt(block, "text");
  if (type === "text" && text !== undefined) return { type: "text", text };
  if (type === "image" || type === "document") return fileOf(type, block);
  if (type === "thinking" || type === "redacted_thinking") return reasoningOf(type, block);
  if (type.endsWith("tool_use")) {
    const [id, tool, input] = [textAt(block, "id"), textAt(block, "name"), fieldOf(block, "input")];
    if (id === undefined || tool === undefined || input === undefined) return undefined;
    return { type: "tool-call", id, tool, input, extra: unlessUsual(type, "tool_use") };
  }
  return type.endsWith("tool_result") ? resultOf(type, block) : undefined;
}

function fileOf(as: "image" | "document", block: JsonObject): FilePart | undefined {
  const source = fieldOf(block, "source");
  const name = as === "document" ? textAt(block, "title") : undefined;
  switch (textAt(source, "type")) {
    case "base64": {
      const data = textAt(source, "data") || undefined;
      return { type: "file", mediaType: textAt(source, "media_type") ?? ANY[as], data, name };
    }
    case "url": {
      const url = textAt(source, "url") || undefined;
      return { type: "file", mediaType: as === "image" ? ANY.image : PDF, url, name };
    }
    case "file":
      return { type: "file", mediaType: ANY[as], name, extra: { anthropic: { source: source ?? null } } };
    default:
      return undefined;
  }
}

function reasoningOf(as: string, block: JsonObject): ReasoningPart | undefined {
  if (as === "redacted_thinking") return { type: "reasoning", text: "", extra: { anthropic: { as } } };
  const [text, signature] = [textAt(block, "thinking"), textAt(block, "signature")];
  if (text === undefined || signature === undefined) return undefined;
  return { type: "reasoning", text, extra: { anthropic: { signature } } };
}

function resultOf(as: string, block: JsonObject): ToolResultPart | undefined {
  const [id, content] = [textAt(block, "tool_use_id"), fieldOf(block, "content")];
  if (id === undefined) return undefined;
  return {
    type: "tool-result",
    id,
    output: as === "tool_result" ? readOutput(anthropicForm, content) : (content ?? null),
    failed: fieldOf(block, "is_error") === true || undefined,
    extra: unlessUsual(as, "tool_result"),
  };
}

function unlessUsual(as: string, usual: string): NewMessage["extra"] {
  return as === usual ? undefined : { anthropic: { as } };
}

function blockOf(part: Part): JsonObject | undefined {
  const as = asOf(anthropicForm, part);
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "file":
      return fileBlock(part);
    case "reasoning":
      if (as !== undefined) return { type: as };
      return ownOf(anthropicForm, part) && { type: "thinking", thinking: part.text };
    case "tool-call":
      return { type: as ?? "tool_use", id: idOf(part.id), name: part.tool, input: inputOf(part.input, as) };
    case "tool-result":
      return resultBlock(part, as);
    case "foreign":
      return undefined;
  }
}

function fileBlock(part: FilePart): JsonObject | undefined {
  const type = part.mediaType.startsWith("image/") ? "image" : "document";
  const source = sourceOf(type, part);
  if (source === undefined) return undefined;
  return defined({ type, source, title: type === "image" ? undefined : part.name });
}

function sourceOf(type: "image" | "document", part: FilePart): Json | undefined {
  const { mediaType, data, url } = part;
  if (data !== undefined) {
    if ((type === "image" ? IMAGES : [PDF]).includes(mediaType))
      return { type: "base64", media_type: mediaType, data };
    if (!mediaType.startsWith("text/")) return undefined;
    return { type: "text", media_type: "text/plain", data: Buffer.from(data, "base64").toString("utf8") };
  }
  if (url !== undefined) return type === "image" || mediaType === PDF ? { type: "url", url } : undefined;
  return fieldOf(ownOf(anthropicForm, part), "source");
}

function resultBlock({ id, output, failed }: ToolResultPart, as: string | undefined): JsonObject {
  const content = as === undefined ? writeOutput(output, blocksOf) : output;
  return defined({
    type: as ?? "tool_result",
    tool_use_id: idOf(id),
    content: output === null ? undefined : content,
    is_error: failed,
  });
}

/** Anthropic takes only letters, digits, `_` and `-` in ids of calls, and only objects as their input. */
function idOf(id: string): string {
  return /^[\w-]+$/.test(id) ? id : id.replace(/[^\w-]/g, "_") || "_";
}

function inputOf(input: Json, as: string | undefined): Json {
  return isObject(input) || as !== undefined ? input : { input };
}
