import { fieldOf, isList, isObject, type Json } from "../../event/json.js";
import { jsonOf, textAt } from "../maker/json.js";

const BYTES = "$bytes";
const URL_ = "$url";

export type Bytes = "Uint8Array" | "Buffer" | "ArrayBuffer";

/** Converts a message to JSON; `unpack` restores its bytes and URLs, which the AI SDK takes as objects. */
export function pack(value: unknown): Json {
  return jsonOf(packed(value, 0));
}

export function unpack(value: Json): unknown {
  if (isList(value)) return value.map(unpack);
  if (!isObject(value)) return value;
  const [kind, url] = [bytesKind(value), urlIn(value)];
  if (kind !== undefined) return bytesOf(kind, textAt(value, "base64") ?? "");
  if (url !== undefined && URL.canParse(url)) return new URL(url);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, unpack(entry)]));
}

export function packedBytes(kind: Bytes, base64: string): Json {
  return { [BYTES]: kind, base64 };
}

export function packedUrl(href: string): Json {
  return { [URL_]: href };
}

export function bytesKind(value: Json | undefined): Bytes | undefined {
  const kind = fieldOf(value, BYTES);
  return kind === "Uint8Array" || kind === "Buffer" || kind === "ArrayBuffer" ? kind : undefined;
}

export function urlIn(value: Json | undefined): string | undefined {
  return textAt(value, URL_);
}

function packed(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > 100) return value;
  if (Buffer.isBuffer(value)) return packedBytes("Buffer", value.toString("base64"));
  if (value instanceof Uint8Array) return packedBytes("Uint8Array", Buffer.from(value).toString("base64"));
  if (value instanceof ArrayBuffer) return packedBytes("ArrayBuffer", Buffer.from(value).toString("base64"));
  if (value instanceof URL) return packedUrl(value.href);
  if (Array.isArray(value)) return value.map((entry) => packed(entry, depth + 1));
  if (value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, packed(entry, depth + 1)]));
}

function bytesOf(kind: Bytes, base64: string): unknown {
  const buffer = Buffer.from(base64, "base64");
  if (kind === "Buffer") return buffer;
  // A copy: small buffers share their memory with others.
  const bytes = new Uint8Array(buffer);
  return kind === "ArrayBuffer" ? bytes.buffer : bytes;
}
