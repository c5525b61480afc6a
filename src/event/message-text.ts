import type { Json } from "./json.js";
import type { Part } from "./message.js";

/** The texts of a message, without calls, results, reasoning and files. */
export function messageText(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** Everything a model reads of a message, for counting. A file counts by its name: its cost depends on the model. */
export function modelText(content: string | readonly Part[]): string {
  return typeof content === "string" ? content : content.map(modelTextOfPart).join("\n");
}

/** The output of a tool as a text. */
export function outputText(output: Json): string {
  const parts = partsIn(output);
  return parts === undefined ? jsonText(output) : modelText(parts);
}

/** A text as it is, anything else as JSON. Base64 is replaced by its length. */
export function jsonText(value: Json): string {
  if (typeof value === "string") return withoutBytes(value);
  return JSON.stringify(value, (_name, item) => (typeof item === "string" ? withoutBytes(item) : item));
}

/** Whether a string is not prose: a file in base64, or data encrypted by a provider. */
export function isBytes(text: string): boolean {
  return text.length >= MIN_BASE64_CHARS && BASE64.test(text) && ALL_KINDS.every((kind) => kind.test(text));
}

/** The texts and files of an output that is a list of such parts; undefined for any other output. */
export function partsIn(output: Json): readonly Part[] | undefined {
  if (!Array.isArray(output) || output.length === 0) return undefined;
  const entries: readonly unknown[] = output;
  const parts = entries.filter(isPart);
  return parts.length === entries.length ? parts : undefined;
}

const MIN_BASE64_CHARS = 1_000;
/** Long base64 has all of these; a long line of one letter is a text. */
const ALL_KINDS = [/[a-z]/, /[A-Z]/, /\d/];
const BASE64 = /^(?:data:[\w.+-]+\/[\w.+-]+;base64,)?[A-Za-z0-9+/_-]+={0,2}$/;

function modelTextOfPart(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "file":
      return `${part.name ?? ""} ${part.mediaType}`;
    case "tool-call":
      return `${part.tool} ${jsonText(part.input)}`;
    case "tool-result":
      return outputText(part.output);
    case "foreign":
      return jsonText(part.value);
  }
}

function withoutBytes(text: string): string {
  return isBytes(text) ? `[${text.length} characters in base64]` : text;
}

function isPart(value: unknown): value is Part {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (value.type === "text") return "text" in value && typeof value.text === "string";
  if (value.type === "file") return "mediaType" in value && typeof value.mediaType === "string";
  return value.type === "foreign" && "from" in value && typeof value.from === "string" && "value" in value;
}
