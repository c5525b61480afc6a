import { fieldOf, type JsonObject } from "../../event/json.js";
import type { FilePart, Part, ToolCallPart } from "../../event/message.js";
import {
  asOf,
  dataUrl,
  describedIn,
  type Form,
  parseArguments,
  readDataUrl,
  toBlocks,
} from "../maker/form.js";
import { defined, textAt } from "../maker/json.js";

const AUDIO = { wav: "audio/wav", mp3: "audio/mpeg" } as const;

/** The parts of a message, and the calls of an answer, in chat completions. */
export const openaiForm: Form = { maker: "openai", partOf, blockOf };

/** The blocks of a user message, which cannot hold calls. */
export function blocksOf(part: Part): JsonObject[] {
  return part.type === "tool-call" ? describedIn(part) : toBlocks(openaiForm, part);
}

/** Answers and instructions hold only text. */
export function textsOf(part: Part): JsonObject[] {
  const isText = part.type === "text" || (part.type === "foreign" && part.from === openaiForm.maker);
  return isText ? toBlocks(openaiForm, part) : describedIn(part);
}

function partOf(block: JsonObject): Part | undefined {
  const [type, text] = [textAt(block, "type"), textAt(block, "text")];
  switch (type) {
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
    case "custom":
      return callOf(type, block);
    default:
      return undefined;
  }
}

function imageOf(block: JsonObject): FilePart | undefined {
  const url = textAt(fieldOf(block, "image_url"), "url");
  const bytes = readDataUrl(url);
  if (bytes?.mediaType.startsWith("image/")) return { type: "file", ...bytes };
  return url === undefined ? undefined : { type: "file", mediaType: "image/*", url };
}

function recordingOf(block: JsonObject): FilePart | undefined {
  const audio = fieldOf(block, "input_audio");
  const [data, format] = [textAt(audio, "data"), textAt(audio, "format")];
  const mediaType = format === "wav" || format === "mp3" ? AUDIO[format] : `audio/${format}`;
  return data === undefined
    ? undefined
    : { type: "file", mediaType, data, extra: { openai: { as: "audio" } } };
}

function fileOf(block: JsonObject): FilePart {
  const file = fieldOf(block, "file");
  const [content, name] = [textAt(file, "file_data"), textAt(file, "filename")];
  const bytes = readDataUrl(content);
  return {
    type: "file",
    mediaType: "application/octet-stream",
    ...(bytes ?? { data: content }),
    name,
    extra: { openai: { as: bytes === undefined && content !== undefined ? "bare-file" : "file" } },
  };
}

function callOf(type: "function" | "custom", block: JsonObject): ToolCallPart | undefined {
  const call = fieldOf(block, type);
  const [id, tool] = [textAt(block, "id"), textAt(call, "name")];
  const written = textAt(call, type === "custom" ? "input" : "arguments");
  if (id === undefined || tool === undefined || written === undefined) return undefined;
  if (type === "function") return { type: "tool-call", id, tool, input: parseArguments(written) };
  return { type: "tool-call", id, tool, input: written, extra: { openai: { as: type } } };
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
  return { id, type: "function", function: { name: tool, arguments: JSON.stringify(input) } };
}

function fileBlock({ mediaType, data, url, name }: FilePart, as: string | undefined): JsonObject | undefined {
  const written = data && (as === "bare-file" ? data : dataUrl(mediaType, data));
  if (as === "bare-file" || as === "file")
    return { type: "file", file: defined({ file_data: written || undefined, filename: name }) };
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

function formatOf(mediaType: string): string {
  const kind = mediaType.slice("audio/".length);
  return kind === "mpeg" ? "mp3" : kind === "x-wav" ? "wav" : kind;
}
