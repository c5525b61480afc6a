import { fieldOf, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { FilePart } from "../../event/message.js";
import { dataUrl, readDataUrl } from "../maker/data-url.js";
import { textAt } from "../maker/json.js";
import { type Bytes, bytesKind, packedBytes, packedUrl, urlIn } from "./pack.js";

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

export function isFileType(type: string | undefined): type is string {
  return type !== undefined && Object.hasOwn(HOLDER, type);
}

export function readFile(type: string, block: JsonObject): FilePart | undefined {
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

export function writeFile(part: FilePart, as: string | undefined): JsonObject | undefined {
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
