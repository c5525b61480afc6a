import { fieldOf, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { FilePart, Part, ToolResultPart } from "../../event/message.js";
import { partsIn } from "../../event/message-text.js";
import { asOf, dataUrl, type Form, ownOf, readDataUrl, readOutput, toBlocks } from "../maker/form.js";
import { defined, textAt } from "../maker/json.js";
import { bytesKind, packedBytes, packedUrl, urlIn } from "./pack.js";

/** The parts of a `ModelMessage` of the AI SDK, packed as JSON. */
export const aiSdkForm: Form = { maker: "ai-sdk", partOf, blockOf };

export function blocksOf(part: Part): JsonObject[] {
  return toBlocks(aiSdkForm, part);
}

function partOf(block: JsonObject): Part | undefined {
  const [type, text] = [textAt(block, "type"), textAt(block, "text")];
  const [id, tool] = [textAt(block, "toolCallId"), textAt(block, "toolName")];
  if (isFileType(type)) return readFile(type, block);
  if (type === "text") return text === undefined ? undefined : { type, text };
  if (type === "reasoning")
    return text === undefined ? undefined : { type, text, extra: { "ai-sdk": { as: type } } };
  if (id === undefined || tool === undefined) return undefined;
  if (type === "tool-call") return { type, id, tool, input: fieldOf(block, "input") ?? null };
  return type === "tool-result" ? resultOf(id, tool, fieldOf(block, "output")) : undefined;
}

function resultOf(id: string, tool: string, given: Json | undefined): ToolResultPart | undefined {
  const as = textAt(given, "type");
  const value = fieldOf(given, as === "execution-denied" ? "reason" : "value");
  if (as === undefined || (value === undefined && as !== "execution-denied")) return undefined;
  const output = as === "content" ? readOutput(aiSdkForm, value) : (value ?? null);
  const failed = as === "error-text" || as === "error-json" || as === "execution-denied" || undefined;
  const result: ToolResultPart = { type: "tool-result", id, tool, output, failed };
  return outputType(result) === as ? result : { ...result, extra: { "ai-sdk": { as } } };
}

/** The SDK's type of an output, unless another was recorded. */
function outputType({ output, failed }: ToolResultPart): string {
  if (typeof output === "string") return failed ? "error-text" : "text";
  const parts = partsIn(output);
  // The SDK would write an image in an error as a long JSON text.
  if (parts !== undefined && (!failed || parts.some(({ type }) => type === "file"))) return "content";
  return failed ? "error-json" : "json";
}

function blockOf(part: Part): JsonObject | undefined {
  const as = asOf(aiSdkForm, part);
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "file":
      return writeFile(part, as);
    case "reasoning":
      return ownOf(aiSdkForm, part) && { type: "reasoning", text: part.text };
    case "tool-call":
      return { type: "tool-call", toolCallId: part.id, toolName: part.tool, input: part.input };
    case "tool-result": {
      const output = writeOutput(part, as ?? outputType(part));
      return { type: "tool-result", toolCallId: part.id, toolName: part.tool ?? "unknown", output };
    }
    case "foreign":
      return undefined;
  }
}

function writeOutput({ output, failed }: ToolResultPart, type: string): JsonObject {
  if (type === "execution-denied") return defined({ type, reason: output ?? undefined });
  if (type === "content") {
    const value = (partsIn(output) ?? []).flatMap(blocksOf);
    return { type, value: failed ? [{ type: "text", text: "[The tool failed.]" }, ...value] : value };
  }
  return { type, value: output };
}

const ENCODINGS = [
  "base64",
  "data-url",
  "address",
  "URL",
  "none",
  "Uint8Array",
  "Buffer",
  "ArrayBuffer",
] as const;

/** How a part of the AI SDK holds a file; `boxed` is an object with a type of its own. */
interface Shape {
  readonly type: string;
  readonly box: "boxed" | "bare";
  readonly encoding: (typeof ENCODINGS)[number];
}

/** The field of each part type that holds the file. */
const FILE_FIELD: { readonly [type: string]: string } = {
  image: "image",
  file: "data",
  "reasoning-file": "data",
  "file-data": "data",
  "image-data": "data",
  "file-url": "url",
  "image-url": "url",
};

function isFileType(type: string | undefined): type is string {
  return type !== undefined && Object.hasOwn(FILE_FIELD, type);
}

function readFile(type: string, block: JsonObject): FilePart | undefined {
  const field = FILE_FIELD[type] ?? "";
  const holder = fieldOf(block, field);
  const kind = isObject(holder) ? textAt(holder, "type") : undefined;
  if (kind === "text") return undefined;
  const isBoxed = kind === "data" || kind === "url";
  const [encoding, found] = decode(isBoxed ? fieldOf(holder, kind) : holder);
  const as = `${type} ${isBoxed ? "boxed" : "bare"} ${encoding}`;
  return {
    type: "file",
    ...found,
    mediaType:
      textAt(block, "mediaType") ??
      found.mediaType ??
      (type.startsWith("image") ? "image/*" : "application/octet-stream"),
    name: textAt(block, "filename"),
    extra: { "ai-sdk": encoding === "none" ? { as, [field]: holder ?? null } : { as } },
  };
}

function writeFile(part: FilePart, as: string | undefined): JsonObject | undefined {
  const { mediaType, data, url, name } = part;
  if (as === undefined && data === undefined && url === undefined) return undefined;
  const { type, box, encoding } = shapeOf(as ?? `file boxed ${data === undefined ? "URL" : "base64"}`);
  const value = encode(part, encoding);
  const boxed = () =>
    defined(data === undefined ? { type: "url", url: value } : { type: "data", data: value });
  return defined({
    type,
    [FILE_FIELD[type] ?? ""]: value !== undefined && box === "boxed" ? boxed() : value,
    mediaType: mediaType === "image/*" && type !== "file" ? undefined : mediaType,
    filename: name,
  });
}

function decode(
  value: Json | undefined,
): [Shape["encoding"], { mediaType?: string; data?: string; url?: string }] {
  const [kind, url] = [bytesKind(value), urlIn(value)];
  if (kind !== undefined) return [kind, { data: textAt(value, "base64") ?? "" }];
  if (url !== undefined) return ["URL", { url }];
  if (typeof value !== "string") return ["none", {}];
  const bytes = readDataUrl(value);
  if (bytes !== undefined) return ["data-url", bytes];
  return /^[a-z][\w+.-]*:/i.test(value) ? ["address", { url: value }] : ["base64", { data: value }];
}

function encode({ mediaType, data = "", url = "" }: FilePart, encoding: Shape["encoding"]): Json | undefined {
  switch (encoding) {
    case "none":
      return undefined;
    case "address":
      return url;
    case "URL":
      return URL.canParse(url) ? packedUrl(url) : url;
    case "base64":
      return data;
    case "data-url":
      return dataUrl(mediaType, data);
    default:
      return packedBytes(encoding, data);
  }
}

function shapeOf(as: string): Shape {
  const [type = "file", box, name] = as.split(" ");
  const encoding = ENCODINGS.find((one) => one === name) ?? "none";
  return { type, box: box === "boxed" ? box : "bare", encoding };
}
