import type { Envelope } from "../../event/envelope.js";
import type { Json } from "../../event/json.js";
import type { FilePart, Part, ToolCallPart, ToolResultPart } from "../../event/message.js";
import { type MessageAdded, messageIn } from "../../event/present.js";
import { mapTexts } from "../../event/text.js";

/** Replaces a forgotten text. */
export const FORGOTTEN = "[forgotten]";

/** Marks a line with an attached file, whose encoded bytes a plain search cannot match. */
export const ENCODED = '"type":"file"';

/** How to find and replace the text that is to be forgotten. */
export interface Wording {
  /** A cheap test that skips lines without a match. If it is undefined, every line has to be read. */
  readonly needle?: RegExp;
  replace(text: string): string;
  /** Tests text outside of events: a damaged line, a note, an answer. */
  isIn(text: string): boolean;
  /** Stops a search that takes too long. */
  within?<T>(work: () => T): T;
}

type Replacement = Pick<Wording, "replace" | "isIn">;

/** Replaces a text in every part of a message; returns the same object if there is no match. */
export function eraseText(event: Envelope, { replace, isIn }: Replacement): Envelope {
  const message = messageIn(event);
  const files = message === undefined ? [] : partsOf(message).filter(isFile);
  if (message === undefined || files.length === 0) return mapTexts(event, replace);
  // Search the decoded bytes of files, because a match in the encoded form is a coincidence.
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

/** Empties the tool calls and results that mention a file. */
export function eraseUse(event: Envelope, wording: Replacement): Envelope {
  const message = messageIn(event);
  if (message === undefined || !partsOf(message).some(isUse)) return eraseText(event, wording);
  const matches = (value: Json) => wording.isIn(JSON.stringify(value));
  const isOf = (part: Part): part is ToolCallPart | ToolResultPart =>
    (part.type === "tool-call" && matches(part.input)) ||
    (part.type === "tool-result" && (matches(part.output) || matches([...(part.about?.paths ?? [])])));
  const bare = partsOf(message).some(isOf)
    ? withParts(message, (part) => (isOf(part) ? withoutContent(part) : part))
    : event;
  return eraseText(bare, wording);
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

/** Puts the bytes back unless they contain the forgotten text. */
function withBytes(part: FilePart, own: FilePart | undefined, isIn: (text: string) => boolean): FilePart {
  const { data, url = "" } = own ?? {};
  const [head = "", encoded] = url.startsWith("data:") ? url.split(",", 2) : [];
  const clean = (text: string) =>
    isIn(Buffer.from(text, "base64").toString()) ? Buffer.from(FORGOTTEN).toString("base64") : text;
  return {
    ...part,
    ...(data === undefined ? {} : { data: clean(data) }),
    ...(encoded === undefined ? {} : { url: `${head},${clean(encoded)}` }),
  };
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
