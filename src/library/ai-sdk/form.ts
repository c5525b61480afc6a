import { fieldOf, isList, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { FilePart, Part, ToolResultPart } from "../../event/message.js";
import { partsIn } from "../../event/output-parts.js";
import { dataUrl, readDataUrl } from "../maker/data-url.js";
import { asOf, type Form, ownOf, toBlock, toPart } from "../maker/form.js";
import { textAt } from "../maker/json.js";
import { outputOf } from "../maker/output.js";
import { sayPart } from "../maker/say.js";
import { type Bytes, bytesKind, packedBytes, packedUrl, urlIn } from "./pack.js";

/** The parts of a `ModelMessage` of the AI SDK, packed as JSON. */
export const aiSdkForm: Form = { maker: "ai-sdk", partOf, blockOf };

/** A text in the place of what has no form here. */
export function blocksOf(part: Part): JsonObject[] {
  const block = toBlock(aiSdkForm, part);
  if (block !== undefined) return [block];
  const text = sayPart(part);
  return text === undefined ? [] : [{ type: "text", text }];
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
  const failed = as === "error-text" || as === "error-json" || as === "execution-denied";
  if (as === undefined || (value === undefined && as !== "execution-denied")) return undefined;
  const output =
    as === "content" && isList(value)
      ? outputOf(value.map((entry) => toPart(aiSdkForm, entry)))
      : (value ?? null);
  const result: ToolResultPart = { type: "tool-result", id, tool, output, ...(failed ? { failed } : {}) };
  return kindOf(result) === as ? result : { ...result, extra: { "ai-sdk": { as } } };
}

const FAILED = "[The tool failed.]";

/** What an output is called where nobody has said it. */
function kindOf({ output, failed }: ToolResultPart): string {
  if (typeof output === "string") return failed ? "error-text" : "text";
  const parts = partsIn(output);
  // An error is JSON to the SDK, and a picture in it a long text.
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
      const output = writeOutput(part, as ?? kindOf(part));
      return { type: "tool-result", toolCallId: part.id, toolName: part.tool ?? "unknown", output };
    }
    case "foreign":
      return undefined;
  }
}

function writeOutput({ output, failed }: ToolResultPart, type: string): JsonObject {
  if (type === "execution-denied") return { type, ...(output === null ? {} : { reason: output }) };
  if (type === "content") {
    const value = (partsIn(output) ?? []).flatMap(blocksOf);
    return { type, value: failed ? [{ type: "text", text: FAILED }, ...value] : value };
  }
  return { type, value: output };
}

/** How a part of the AI SDK holds a file: at which name, in a box that says what it is or bare, and as what. */
interface Shape {
  readonly type: string;
  readonly box: "boxed" | "bare";
  readonly held: "base64" | "data-url" | "address" | "URL" | "none" | Bytes;
}

/** The part's name for what holds the file: an `image` part has it at `image`, a `file-url` part at `url`. */
const HOLDER: { readonly [type: string]: string } = {
  image: "image",
  file: "data",
  "reasoning-file": "data",
  "file-data": "data",
  "image-data": "data",
  "file-url": "url",
  "image-url": "url",
};

function isFileType(type: string | undefined): type is string {
  return type !== undefined && Object.hasOwn(HOLDER, type);
}

function readFile(type: string, block: JsonObject): FilePart | undefined {
  const holder = fieldOf(block, HOLDER[type] ?? "");
  const kind = isObject(holder) ? textAt(holder, "type") : undefined;
  if (kind === "text") return undefined;
  const box = kind === "data" || kind === "url" ? "boxed" : "bare";
  const [held, found] = heldIn(box === "boxed" ? fieldOf(holder, kind ?? "") : holder);
  const [given, name] = [textAt(block, "mediaType"), textAt(block, "filename")];
  const mediaType =
    given ?? found.mediaType ?? (type.startsWith("image") ? "image/*" : "application/octet-stream");
  const as = `${type} ${box} ${held}`;
  return {
    type: "file",
    ...found,
    mediaType,
    name,
    extra: { "ai-sdk": held === "none" ? { as, [HOLDER[type] ?? ""]: holder ?? null } : { as } },
  };
}

function writeFile(part: FilePart, as: string | undefined): JsonObject | undefined {
  const { mediaType, data, url, name } = part;
  if (as === undefined && data === undefined && url === undefined) return undefined;
  const { type, box, held } = as === undefined ? plainShape(part) : shapeOf(as);
  const value = holding(part, held);
  const boxed = data === undefined ? { type: "url", url: value } : { type: "data", data: value };
  return {
    type,
    ...(value === undefined ? {} : { [HOLDER[type] ?? ""]: box === "boxed" ? boxed : value }),
    ...(mediaType === "image/*" && type !== "file" ? {} : { mediaType }),
    ...(name === undefined ? {} : { filename: name }),
  };
}

function heldIn(
  value: Json | undefined,
): [Shape["held"], { mediaType?: string; data?: string; url?: string }] {
  const [kind, url] = [bytesKind(value), urlIn(value)];
  if (kind !== undefined) return [kind, { data: textAt(value, "base64") ?? "" }];
  if (url !== undefined) return ["URL", { url }];
  if (typeof value !== "string") return ["none", {}];
  const bytes = readDataUrl(value);
  if (bytes !== undefined) return ["data-url", bytes];
  return /^[a-z][\w+.-]*:/i.test(value) ? ["address", { url: value }] : ["base64", { data: value }];
}

function holding({ mediaType, data = "", url = "" }: FilePart, held: Shape["held"]): Json | undefined {
  switch (held) {
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
      return packedBytes(held, data);
  }
}

function plainShape({ data }: FilePart): Shape {
  return { type: "file", box: "boxed", held: data === undefined ? "URL" : "base64" };
}

function shapeOf(as: string): Shape {
  const [type = "file", box, held = "none"] = as.split(" ");
  return { type, box: box === "boxed" ? box : "bare", held: HELD.find((one) => one === held) ?? "none" };
}

const HELD: readonly Shape["held"][] = [
  "base64",
  "data-url",
  "address",
  "URL",
  "none",
  "Uint8Array",
  "Buffer",
  "ArrayBuffer",
];
