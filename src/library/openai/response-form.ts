import { fieldOf, isList, type Json, type JsonObject } from "../../event/json.js";
import type { FilePart, Part } from "../../event/message.js";
import {
  asOf,
  dataUrl,
  type Form,
  parseArguments,
  readDataUrl,
  readOutput,
  toBlocks,
  writeOutput,
} from "../maker/form.js";
import { defined, textAt } from "../maker/json.js";

/** The items of the Responses API besides messages: calls, their outputs, reasoning. Others are kept unchanged. */
export const itemForm: Form = { maker: "openai-responses", partOf: itemPart, blockOf: itemBlock };

/** The content of a message, or of the output of a call, in the Responses API. */
export const contentForm: Form = {
  maker: "openai-responses-content",
  partOf: contentPart,
  blockOf: contentBlock,
};

export function contentOf(part: Part): JsonObject[] {
  return toBlocks(contentForm, part, "input_text");
}

function itemPart(item: JsonObject): Part | undefined {
  const [type, id, tool] = [textAt(item, "type"), textAt(item, "call_id"), textAt(item, "name")];
  if (type === "reasoning") return reasoningOf(item);
  if (id === undefined) return undefined;
  const [written, input] = [textAt(item, "arguments"), textAt(item, "input")];
  if (type === "function_call" && tool !== undefined && written !== undefined)
    return { type: "tool-call", id, tool, input: parseArguments(written) };
  if (type === "custom_tool_call" && tool !== undefined && input !== undefined)
    return { type: "tool-call", id, tool, input, extra: { [itemForm.maker]: { as: type } } };
  if (type !== "function_call_output" && type !== "custom_tool_call_output") return undefined;
  const extra = type === "function_call_output" ? undefined : { [itemForm.maker]: { as: type } };
  return { type: "tool-result", id, output: readOutput(contentForm, fieldOf(item, "output")), extra };
}

function reasoningOf(item: JsonObject): Part {
  const summary = fieldOf(item, "summary");
  const texts = isList(summary) ? summary.flatMap((entry) => textAt(entry, "text") ?? []) : [];
  return { type: "reasoning", text: texts.join("\n\n"), extra: { [itemForm.maker]: { as: "reasoning" } } };
}

function itemBlock(part: Part): JsonObject | undefined {
  const as = asOf(itemForm, part);
  switch (part.type) {
    case "reasoning":
      if (as === undefined) return undefined;
      return { type: as, summary: part.text === "" ? [] : [{ type: "summary_text", text: part.text }] };
    case "tool-call": {
      const { id: call_id, tool: name, input } = part;
      if (as !== undefined) return { type: as, call_id, name, input };
      return { type: "function_call", call_id, name, arguments: JSON.stringify(input) };
    }
    case "tool-result":
      return {
        type: as ?? "function_call_output",
        call_id: part.id,
        output: writeOutput(part.output, contentOf),
      };
    default:
      return undefined;
  }
}

function contentPart(block: JsonObject): Part | undefined {
  const type = textAt(block, "type");
  const text = textAt(block, type === "refusal" ? "refusal" : "text");
  switch (type) {
    case "input_text":
      return text === undefined ? undefined : { type: "text", text };
    case "output_text":
    case "refusal":
      return text === undefined ? undefined : { type: "text", text, extra: own(type) };
    case "input_image":
      return imageOf(block);
    case "input_file":
      return fileOf(block);
    default:
      return undefined;
  }
}

function imageOf(block: JsonObject): FilePart {
  const url = textAt(block, "image_url");
  const bytes = readDataUrl(url);
  const file = bytes?.mediaType.startsWith("image/") ? bytes : { mediaType: "image/*", url };
  return { type: "file", ...file, extra: own("input_image") };
}

function fileOf(block: JsonObject): FilePart {
  const [content, url, name] = ["file_data", "file_url", "filename"].map((field) => textAt(block, field));
  const bytes = readDataUrl(content);
  return {
    type: "file",
    mediaType: "application/octet-stream",
    ...(bytes ?? { data: content }),
    url,
    name,
    extra: own(content !== undefined && bytes === undefined ? "bare-file" : "input_file"),
  };
}

function contentBlock(part: Part): JsonObject | undefined {
  const as = asOf(contentForm, part);
  if (part.type === "text")
    return as === "refusal"
      ? { type: as, refusal: part.text }
      : { type: as ?? "input_text", text: part.text };
  return part.type === "file" ? fileBlock(part, as) : undefined;
}

function fileBlock({ mediaType, data, url, name }: FilePart, as: string | undefined): JsonObject | undefined {
  const isUsual = as === undefined;
  const written = data === undefined || as === "bare-file" ? data : dataUrl(mediaType, data);
  if (as === "input_image" || (isUsual && mediaType.startsWith("image/"))) {
    const image_url = written ?? url;
    if (isUsual && image_url === undefined) return undefined;
    // OpenAI requires a level of detail, which other makers do not have.
    return defined({ type: "input_image", detail: isUsual ? "auto" : undefined, image_url });
  }
  if (isUsual && (mediaType.startsWith("audio/") || (data === undefined && url === undefined)))
    return undefined;
  const filename = name ?? (isUsual && data !== undefined ? `file.${mediaType.split("/")[1]}` : undefined);
  return defined({ type: "input_file", file_data: written, file_url: url, filename });
}

function own(as: string): { readonly [maker: string]: Json } {
  return { [contentForm.maker]: { as } };
}
