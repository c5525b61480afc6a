import { fieldOf, isList, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { FilePart, Part, ReasoningPart, ToolCallPart, ToolResultPart } from "../../event/message.js";
import { partsIn } from "../../event/output-parts.js";
import { asOf, type Form, ownOf, toBlock, toPart } from "../maker/form.js";
import { textAt } from "../maker/json.js";
import { outputOf } from "../maker/output.js";
import { sayPart } from "../maker/say.js";

const IMAGES = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const PDF = "application/pdf";
/** What a name that only Anthropic knows is an image or document of. */
const SOME = { image: "image/*", document: "application/*" } as const;

/** The blocks of an Anthropic message. */
export const anthropicForm: Form = { maker: "anthropic", partOf, blockOf };

/** Calls and results of Anthropic's own tools stand in its answer, as they came. */
export function isServerSide(part: Part): boolean {
  const as = asOf(anthropicForm, part);
  return as !== undefined && (part.type === "tool-call" || part.type === "tool-result");
}

/** A text in the place of what has no form here. Anthropic refuses empty texts. */
export function blocksOf(part: Part): JsonObject[] {
  const block = toBlock(anthropicForm, part);
  if (block !== undefined) return part.type === "text" && part.text === "" ? [] : [block];
  const text = part.type === "foreign" && part.from === "anthropic" ? undefined : sayPart(part);
  return text === undefined || text === "" ? [] : [{ type: "text", text }];
}

function partOf(block: JsonObject): Part | undefined {
  const type = textAt(block, "type") ?? "";
  const text = textAt(block, "text");
  if (type === "text" && text !== undefined) return { type: "text", text };
  if (type === "image" || type === "document") return fileOf(type, block);
  if (type === "thinking" || type === "redacted_thinking") return thoughtOf(type, block);
  if (type.endsWith("tool_use")) return callOf(type, block);
  if (type.endsWith("tool_result")) return resultOf(type, block);
  return undefined;
}

function fileOf(as: "image" | "document", block: JsonObject): FilePart | undefined {
  const source = fieldOf(block, "source");
  const [data, url] = [textAt(source, "data"), textAt(source, "url")];
  const name = as === "document" ? textAt(block, "title") : undefined;
  const named = name === undefined ? {} : { name };
  switch (textAt(source, "type")) {
    case "base64":
      return {
        type: "file",
        mediaType: textAt(source, "media_type") ?? SOME[as],
        ...(data && { data }),
        ...named,
      };
    case "url":
      return { type: "file", mediaType: as === "image" ? SOME.image : PDF, ...(url && { url }), ...named };
    case "file":
      return {
        type: "file",
        mediaType: SOME[as],
        ...named,
        extra: { anthropic: { source: source ?? null } },
      };
    default:
      return undefined;
  }
}

function thoughtOf(as: string, block: JsonObject): ReasoningPart | undefined {
  if (as === "redacted_thinking") return { type: "reasoning", text: "", extra: { anthropic: { as } } };
  const [text, signature] = [textAt(block, "thinking"), textAt(block, "signature")];
  if (text === undefined || signature === undefined) return undefined;
  return { type: "reasoning", text, extra: { anthropic: { signature } } };
}

function callOf(as: string, block: JsonObject): ToolCallPart | undefined {
  const [id, tool, input] = [textAt(block, "id"), textAt(block, "name"), fieldOf(block, "input")];
  if (id === undefined || tool === undefined || input === undefined) return undefined;
  return {
    type: "tool-call",
    id,
    tool,
    input,
    ...(as === "tool_use" ? {} : { extra: { anthropic: { as } } }),
  };
}

function resultOf(as: string, block: JsonObject): ToolResultPart | undefined {
  const [id, content] = [textAt(block, "tool_use_id"), fieldOf(block, "content")];
  if (id === undefined) return undefined;
  const failed = fieldOf(block, "is_error") === true ? { failed: true as const } : {};
  if (as !== "tool_result")
    return { type: "tool-result", id, output: content ?? null, ...failed, extra: { anthropic: { as } } };
  const parts = isList(content) ? outputOf(content.map((entry) => toPart(anthropicForm, entry))) : undefined;
  return { type: "tool-result", id, output: parts ?? content ?? null, ...failed };
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
  const { mediaType, data, url, name } = part;
  const type = mediaType.startsWith("image/") ? "image" : "document";
  const title: JsonObject = name === undefined || type === "image" ? {} : { title: name };
  if (data !== undefined) {
    const source = bytesSource(type, mediaType, data);
    return source && { type, source, ...title };
  }
  if (url !== undefined)
    return type === "image" || mediaType === PDF
      ? { type, source: { type: "url", url }, ...title }
      : undefined;
  const source = fieldOf(ownOf(anthropicForm, part), "source");
  return source === undefined ? undefined : { type, source, ...title };
}

function bytesSource(type: "image" | "document", media_type: string, data: string): JsonObject | undefined {
  if ((type === "image" ? IMAGES : [PDF]).includes(media_type)) return { type: "base64", media_type, data };
  if (!media_type.startsWith("text/")) return undefined;
  return { type: "text", media_type: "text/plain", data: Buffer.from(data, "base64").toString("utf8") };
}

function resultBlock(part: ToolResultPart, as: string | undefined): JsonObject {
  const { id, output, failed } = part;
  const content = as === undefined ? contentOf(output) : output;
  return {
    type: as ?? "tool_result",
    tool_use_id: idOf(id),
    ...(content === null ? {} : { content }),
    ...(failed === true ? { is_error: true } : {}),
  };
}

function contentOf(output: Json): Json {
  if (output === null || typeof output === "string") return output;
  const parts = partsIn(output);
  if (parts !== undefined) return parts.flatMap(blocksOf);
  return isList(output) && output.length === 0 ? output : JSON.stringify(output);
}

/** Anthropic takes letters, digits, `_` and `-` in ids of calls, and nothing but objects as their input. */
function idOf(id: string): string {
  return /^[\w-]+$/.test(id) ? id : id.replace(/[^\w-]/g, "_") || "_";
}

function inputOf(input: Json, as: string | undefined): Json {
  return isObject(input) || as !== undefined ? input : { input };
}
