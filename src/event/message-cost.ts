import type { Json } from "./json.js";
import type { FilePart, Part } from "./message.js";
import { isBytes, modelText, partsIn } from "./message-text.js";

/**
 * What a message costs a model: its texts as they are counted, and by a guess its files, what a maker has sealed, and what
 * stands around it all: roles, ids and names of fields.
 */
export function messageCost(content: string | readonly Part[], count: (text: string) => number): number {
  return count(modelText(content)) + filesCost(content) + overheadCost(content);
}

const OVERHEAD_TOKENS = { message: 4, call: 24, result: 20 } as const;
/** Of what is in base64. */
const BASE64_CHARS_PER_TOKEN = 3;

function overheadCost(content: string | readonly Part[]): number {
  if (typeof content === "string") return OVERHEAD_TOKENS.message;
  return content.reduce<number>((sum, part) => sum + overheadOfPart(part), OVERHEAD_TOKENS.message);
}

function overheadOfPart(part: Part): number {
  const sealed = part.type === "foreign" ? part.value : { ...part.extra };
  const own =
    part.type === "tool-call"
      ? OVERHEAD_TOKENS.call
      : part.type === "tool-result"
        ? OVERHEAD_TOKENS.result
        : 0;
  return own + Math.ceil(base64Chars(sealed) / BASE64_CHARS_PER_TOKEN);
}

/** Characters that nobody reads and the maker counts all the same. */
function base64Chars(value: Json): number {
  if (typeof value === "string") return isBytes(value) ? value.length : 0;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + base64Chars(item), 0);
}

function filesCost(content: string | readonly Part[]): number {
  if (typeof content === "string") return 0;
  return content.reduce((sum, part) => sum + partCost(part), 0);
}

function partCost(part: Part): number {
  if (part.type === "file") return fileCost(part);
  return part.type === "tool-result" ? filesCost(partsIn(part.output) ?? []) : 0;
}

/**
 * By kind and bytes, as nobody looks into a file here. Models count an image by its pixels and scale down what is larger
 * than some 1,600 tokens; a page of a document is some 1,500 to 3,000.
 */
function fileCost({ mediaType, data }: FilePart): number {
  const { bytesPerToken, least, most } = RATES.find(({ kind }) => kind.test(mediaType)) ?? DOCUMENT;
  if (data === undefined) return Math.min(most, UNSEEN_FILE_TOKENS);
  return Math.min(most, Math.max(least, Math.ceil((data.length * 3) / 4 / bytesPerToken)));
}

/** Of what stands elsewhere not even the bytes are known. */
const UNSEEN_FILE_TOKENS = 1_600;
const DOCUMENT = { bytesPerToken: 20, least: 500, most: 30_000 };
const RATES = [
  { kind: /^image\//i, bytesPerToken: 150, least: 85, most: 1_600 },
  { kind: /^(?:audio|video)\//i, bytesPerToken: 500, least: 50, most: 30_000 },
  { kind: /^text\/|json|xml|javascript/i, bytesPerToken: 3.5, least: 1, most: Number.POSITIVE_INFINITY },
];
