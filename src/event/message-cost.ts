import type { Json } from "./json.js";
import type { FilePart, Part } from "./message.js";
import { isBytes, modelText, partsIn } from "./message-text.js";

/** The tokens of a message: its texts as counted, and an estimate for files, encrypted data and overhead. */
export function messageCost(content: string | readonly Part[], count: (text: string) => number): number {
  const overhead = typeof content === "string" ? 0 : sum(content, overheadOfPart);
  return count(modelText(content)) + filesCost(content) + OVERHEAD_TOKENS.message + overhead;
}

/** Roles, ids and names of fields. */
const OVERHEAD_TOKENS = { message: 4, "tool-call": 24, "tool-result": 20 } as const;
const BASE64_CHARS_PER_TOKEN = 3;
/** For a file that is only linked. */
const UNSEEN_FILE_TOKENS = 1_600;
const DOCUMENT = { bytesPerToken: 20, min: 500, max: 30_000 };
/** Models scale down images above some 1,600 tokens; a page of a document has some 1,500 to 3,000. */
const RATES = [
  { kind: /^image\//i, bytesPerToken: 150, min: 85, max: 1_600 },
  { kind: /^(?:audio|video)\//i, bytesPerToken: 500, min: 50, max: 30_000 },
  { kind: /^text\/|json|xml|javascript/i, bytesPerToken: 3.5, min: 1, max: Number.POSITIVE_INFINITY },
];

function overheadOfPart(part: Part): number {
  const sealed = part.type === "foreign" ? part.value : { ...part.extra };
  const own = part.type === "tool-call" || part.type === "tool-result" ? OVERHEAD_TOKENS[part.type] : 0;
  return own + Math.ceil(base64Chars(sealed) / BASE64_CHARS_PER_TOKEN);
}

function base64Chars(value: Json): number {
  if (typeof value === "string") return isBytes(value) ? value.length : 0;
  return typeof value === "object" && value !== null ? sum(Object.values(value), base64Chars) : 0;
}

function filesCost(content: string | readonly Part[]): number {
  return typeof content === "string" ? 0 : sum(content, partCost);
}

function partCost(part: Part): number {
  if (part.type === "file") return fileCost(part);
  return part.type === "tool-result" ? filesCost(partsIn(part.output) ?? []) : 0;
}

function fileCost({ mediaType, data }: FilePart): number {
  const { bytesPerToken, min, max } = RATES.find(({ kind }) => kind.test(mediaType)) ?? DOCUMENT;
  if (data === undefined) return Math.min(max, UNSEEN_FILE_TOKENS);
  return Math.min(max, Math.max(min, Math.ceil((data.length * 3) / 4 / bytesPerToken)));
}

function sum<T>(items: readonly T[], costOf: (item: T) => number): number {
  return items.reduce((total, item) => total + costOf(item), 0);
}
