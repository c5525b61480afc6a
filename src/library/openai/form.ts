import { fieldOf, type JsonObject } from "../../event/json.js";
import type { FilePart, Part, ToolCallPart } from "../../event/message.js";
import { argumentsOf, inputOf } from "../maker/argument.js";
import { dataUrl, readDataUrl } from "../maker/data-url.js";
import { asOf, type Form, toBlock } from "../maker/form.js";
import { textAt } from "../maker/json.js";
import { sayPart } from "../maker/say.js";

const AUDIO = { wav: "audio/wav", mp3: "audio/mpeg" } as const;
const UNKNOWN = "application/octet-stream";

/** The parts of a message, and the calls of an answer, in chat completions. */
export const openaiForm: Form = { maker: "openai", partOf, blockOf };

/** A text in the place of what has no form in a user's message. */
export function blocksOf(part: Part): JsonObject[] {
  const block = part.type === "tool-call" ? undefined : toBlock(openaiForm, part);
  return block === undefined ? said(part) : [block];
}

/** Answers and instructions are texts only. */
export function textsOf(part: Part): JsonObject[] {
  const isText = part.type === "text" || (part.type === "foreign" && part.from === openaiForm.maker);
  return isText ? blocksOf(part) : said(part);
}

function said(part: Part): JsonObject[] {
  const text = sayPart(part);
  return text === undefined ? [] : [{ type: "text", text }];
}

function partOf(block: JsonObject): Part | undefined {
  const text = textAt(block, "text");
  switch (textAt(block, "type")) {
    case "text":
      return text === undefined ? undefined : { type: "text", text };
    case "refusal":
      return { type: "text", text: textAt(block, "refusal") ?? "", extra: { openai: { as: "refusal" } } };
    case "image_url":
      return imageOf(block);
    case "input_audio":
      return recordingOf(block);
    case "file":
      return fileOf(block);
    case "function":
      return functionCall(block);
    case "custom":
      return customCall(block);
    default:
      return undefined;
  }
}

function imageOf(block: JsonObject): FilePart | undefined {
  const url = textAt(fieldOf(block, "image_url"), "url");
  const bytes = readDataUrl(url ?? "");
  if (bytes?.mediaType.startsWith("image/")) return { type: "file", ...bytes };
  return url === undefined ? undefined : { type: "file", mediaType: "image/*", url };
}

function recordingOf(block: JsonObject): FilePart | undefined {
  const [data, format] = [
    textAt(fieldOf(block, "input_audio"), "data"),
    textAt(fieldOf(block, "input_audio"), "format"),
  ];
  const mediaType = format === "wav" || format === "mp3" ? AUDIO[format] : `audio/${format}`;
  return data === undefined
    ? undefined
    : { type: "file", mediaType, data, extra: { openai: { as: "audio" } } };
}

function fileOf(block: JsonObject): FilePart {
  const file = fieldOf(block, "file");
  const [content, name] = [textAt(file, "file_data"), textAt(file, "filename")];
  const bytes = readDataUrl(content ?? "") ?? (content === undefined ? {} : { data: content });
  const as = "mediaType" in bytes || content === undefined ? "file" : "bare-file";
  return {
    type: "file",
    mediaType: UNKNOWN,
    ...bytes,
    name,
    extra: { openai: { as } },
  };
}

function functionCall(block: JsonObject): ToolCallPart | undefined {
  const id = textAt(block, "id");
  const [tool, written] = [
    textAt(fieldOf(block, "function"), "name"),
    textAt(fieldOf(block, "function"), "arguments"),
  ];
  if (id === undefined || tool === undefined || written === undefined) return undefined;
  return { type: "tool-call", id, tool, input: inputOf(written) };
}

function customCall(block: JsonObject): ToolCallPart | undefined {
  const id = textAt(block, "id");
  const [tool, input] = [textAt(fieldOf(block, "custom"), "name"), textAt(fieldOf(block, "custom"), "input")];
  if (id === undefined || tool === undefined || input === undefined) return undefined;
  return { type: "tool-call", id, tool, input, extra: { openai: { as: "custom" } } };
}

function blockOf(part: Part): JsonObject | undefined {
  const as = asOf(openaiForm, part);
  switch (part.type) {
    case "text":
      return as === "refusal" ? { type: as, refusal: part.text } : { type: "text", text: part.text };
    case "file":
      return fileBlock(part, as);
    case "tool-call":
      return callBlock(part, as);
    default:
      return undefined;
  }
}

function callBlock({ id, tool, input }: ToolCallPart, as: string | undefined): JsonObject {
  if (as === "custom") return { id, type: as, custom: { name: tool, input } };
  return { id, type: "function", function: { name: tool, arguments: argumentsOf(input) } };
}

function fileBlock({ mediaType, data, url, name }: FilePart, as: string | undefined): JsonObject | undefined {
  if (as === "bare-file") return { type: "file", file: { ...(data && { file_data: data }), ...named(name) } };
  if (as === "file")
    return { type: "file", file: { ...(data && { file_data: dataUrl(mediaType, data) }), ...named(name) } };
  if (mediaType.startsWith("image/")) {
    const address = data === undefined ? url : dataUrl(mediaType, data);
    return address === undefined ? undefined : { type: "image_url", image_url: { url: address } };
  }
  if (data === undefined) return undefined;
  if (mediaType.startsWith("audio/")) {
    const format = formatOf(mediaType);
    return as === "audio" || format in AUDIO
      ? { type: "input_audio", input_audio: { data, format } }
      : undefined;
  }
  const filename = name ?? `file.${mediaType.split("/")[1] ?? "bin"}`;
  return { type: "file", file: { file_data: dataUrl(mediaType, data), filename } };
}

function named(name: string | undefined): JsonObject {
  return name === undefined ? {} : { filename: name };
}

function formatOf(mediaType: string): string {
  const kind = mediaType.slice("audio/".length);
  return kind === "mpeg" ? "mp3" : kind === "x-wav" ? "wav" : kind;
}
