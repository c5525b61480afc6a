import type { Json } from "./json.js";
import type { Part } from "./message.js";
import { partsIn } from "./output-parts.js";

/** What a person would read of a message: its texts, without calls, results, thoughts and files. */
export function wordsOf(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** All that a model reads of a message, to count it by. A file counts by its name: what it costs depends on the model. */
export function readingOf(content: string | readonly Part[]): string {
  return typeof content === "string" ? content : content.map(readingOfPart).join("\n");
}

function readingOfPart(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "file":
      return `${part.name ?? ""} ${part.mediaType}`;
    case "tool-call":
      return `${part.tool} ${written(part.input)}`;
    case "tool-result":
      return readingOfOutput(part.output);
    case "foreign":
      return written(part.value);
  }
}

/** What a tool gave back, as a text: where it is a list of texts and files, those. */
export function readingOfOutput(output: Json): string {
  const parts = partsIn(output);
  return parts === undefined ? written(output) : readingOf(parts);
}

/** A value as a text: a text as it is, all else as JSON. Bytes in it are only counted: nobody reads them. */
export function written(value: Json): string {
  if (typeof value === "string") return unread(value);
  return JSON.stringify(value, (_name, item) => (typeof item === "string" ? unread(item) : item));
}

/** Whether a string is not prose: a file in base64, or data encrypted by a provider. */
export function isBytes(text: string): boolean {
  return text.length >= FEWEST && BASE64.test(text) && ALL_KINDS.every((kind) => kind.test(text));
}

const FEWEST = 1_000;
/** So many of them have some of each; a long line of one letter is a text. */
const ALL_KINDS = [/[a-z]/, /[A-Z]/, /\d/];
const BASE64 = /^(?:data:[\w.+-]+\/[\w.+-]+;base64,)?[A-Za-z0-9+/_-]+={0,2}$/;

function unread(text: string): string {
  return isBytes(text) ? `[${text.length} characters in base64]` : text;
}
