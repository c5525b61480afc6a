import type { Envelope } from "../../event/envelope.js";
import type { Json } from "../../event/json.js";
import type { FilePart, Part, ToolCallPart, ToolResultPart } from "../../event/message.js";
import { type MessageAdded, messageIn } from "../../event/present.js";
import { mapTexts } from "../../event/text.js";

type Words = Pick<Wording, "replace" | "isIn">;

/** A line with a file in it may say something that is not to be read in it: the file's bytes are encoded. */
export const ENCODED = '"type":"file"';

/** A message without a text, in whatever part it was said. The same object where it says nothing of it. */
export function eraseText(event: Envelope, { replace, isIn }: Words): Envelope {
  const message = messageIn(event);
  const files = message === undefined ? [] : partsOf(message).filter(isFile);
  if (message === undefined || files.length === 0) return mapTexts(event, replace);
  // Encoded bytes are no text: what would be found in them by chance is left, and what they say is looked for.
  const bare = mapTexts(
    withParts(message, (part) => (isFile(part) ? withoutBytes(part) : part)),
    replace,
  );
  const emptied = messageIn(bare);
  if (emptied === undefined) return bare;
  let n = 0;
  const after = withParts(emptied, (part) => (isFile(part) ? withBytes(part, files[n++], isIn) : part));
  return JSON.stringify(after.data) === JSON.stringify(event.data) && bare.session === event.session
    ? event
    : after;
}

/** A message without what tools did with a file: of their calls and results nothing is left but that there were any. */
export function eraseUse(event: Envelope, words: Words): Envelope {
  const message = messageIn(event);
  if (message === undefined || !partsOf(message).some(isUse)) return eraseText(event, words);
  const said = (value: Json) => words.isIn(JSON.stringify(value));
  const isOf = (part: Part): part is ToolCallPart | ToolResultPart =>
    (part.type === "tool-call" && said(part.input)) ||
    (part.type === "tool-result" && (said(part.output) || said([...(part.about?.paths ?? [])])));
  const bare = partsOf(message).some(isOf)
    ? withParts(message, (part) => (isOf(part) ? withoutContent(part) : part))
    : event;
  return eraseText(bare, words);
}

function withoutContent(part: ToolCallPart | ToolResultPart): ToolCallPart | ToolResultPart {
  if (part.type === "tool-call") return { type: part.type, id: part.id, tool: part.tool, input: {} };
  const { about, extra: _, ...result } = part;
  const bare = { ...result, output: FORGOTTEN };
  return about === undefined ? bare : { ...bare, about: { action: about.action } };
}

function withoutBytes({ data: _, url, ...part }: FilePart): FilePart {
  return url === undefined || url.startsWith("data:") ? part : { ...part, url };
}

/** With its own bytes again, unless they say what is to be forgotten. */
function withBytes(part: FilePart, own: FilePart | undefined, isIn: (text: string) => boolean): FilePart {
  const { data, url = "" } = own ?? {};
  const [head = "", encoded] = url.startsWith("data:") ? url.split(",", 2) : [];
  const clean = (text: string) => (isIn(Buffer.from(text, "base64").toString()) ? base64(FORGOTTEN) : text);
  return {
    ...part,
    ...(data === undefined ? {} : { data: clean(data) }),
    ...(encoded === undefined ? {} : { url: `${head},${clean(encoded)}` }),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function partsOf({ data }: MessageAdded): readonly Part[] {
  return typeof data.content === "string" ? [] : data.content;
}

function withParts(message: MessageAdded, change: (part: Part) => Part): MessageAdded {
  const { data } = message;
  return { ...message, data: { ...data, content: partsOf(message).map(change) } };
}

function isFile(part: Part): part is FilePart {
  return part.type === "file";
}

function isUse(part: Part): boolean {
  return part.type === "tool-call" || part.type === "tool-result";
}

/** What stands where something was forgotten. */
export const FORGOTTEN = "[forgotten]";

/** How something that is to be forgotten is said. */
export interface Wording {
  /** The cheap question before the others: a line in which it is not found is not concerned. Undefined: it has to be read. */
  readonly needle?: RegExp;
  replace(text: string): string;
  /** Whether a text that is no event of ours speaks of it: a damaged line, a note, an answer. */
  isIn(text: string): boolean;
  /** Ends a search that takes too long. */
  within?<T>(work: () => T): T;
}
