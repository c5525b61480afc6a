import type { Json } from "./json.js";
import type { Part } from "./message.js";

/** The texts and files a tool gave back, where its output is a list of such; undefined for any other output. */
export function partsIn(output: Json): readonly Part[] | undefined {
  if (!Array.isArray(output) || output.length === 0) return undefined;
  const entries: readonly unknown[] = output;
  const parts = entries.filter(isPart);
  return parts.length === entries.length ? parts : undefined;
}

function isPart(value: unknown): value is Part {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (value.type === "text") return "text" in value && typeof value.text === "string";
  if (value.type === "file") return "mediaType" in value && typeof value.mediaType === "string";
  return value.type === "foreign" && "from" in value && typeof value.from === "string" && "value" in value;
}
