import { isList, type Json } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { messageCost } from "../../event/message-cost.js";
import { isBytes, jsonText } from "../../event/message-text.js";
import type { EventData } from "../../event/registry.js";

type MessageData = EventData<"message.added">;

/**
 * A message of at most so many tokens: its long texts lose their middle, and say how much. Undefined where even that is
 * too long. What pairs a call with its result stays.
 */
export function cutMessage<T extends MessageData>(
  message: T,
  limit: number,
  count: (text: string) => number,
): T | undefined {
  const size = ({ content }: MessageData) => messageCost(content, count);
  const whole = size(message);
  if (whole <= limit) return message;
  // Millions of characters would take many steps, each of them counted.
  const near = Math.min(1, (limit / whole) * SLACK);
  for (
    let longest = Math.floor(longestIn(message.content) * near);
    longest >= SHORTEST;
    longest = Math.floor(longest * SHRINK)
  ) {
    const cut = { ...message, content: cutContent(message.content, longest) };
    if (size(cut) <= limit) return cut;
  }
  return undefined;
}

/** What is left of a message where there is room for next to nothing: that it was there, and what pairs call and result. */
export function stubOf<T extends MessageData>(message: T): T {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: cutText(content, SHORTEST) };
  const parts = content.flatMap(stubOfPart);
  return { ...message, content: parts.length === 0 ? "[left out]" : parts };
}

function stubOfPart(part: Part): Part[] {
  switch (part.type) {
    case "text":
      return [{ ...part, text: cutText(part.text, SHORTEST) }];
    case "file":
      return [{ type: "text", text: `[${part.name ?? part.mediaType} left out]` }];
    case "tool-call":
      return [{ ...part, input: isShort(part.input) ? part.input : { cut: "too long" } }];
    case "tool-result":
      return [
        { ...part, output: isShort(part.output) ? part.output : cutText(jsonText(part.output), SHORTEST) },
      ];
    case "reasoning":
    case "foreign":
      return [];
  }
}

function isShort(value: Json): boolean {
  return JSON.stringify(value).length <= SHORTEST;
}

/** A text with its middle taken out, and in its place how much that was. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const mark = (cut: number) => `\n[… ${cut} characters cut …]\n`;
  const room = Math.max(0, longest - mark(text.length).length);
  const head = Math.ceil(room * HEAD);
  const tail = room - head;
  const end = tail === 0 ? "" : text.slice(-tail);
  return `${text.slice(0, head).toWellFormed()}${mark(text.length - room)}${end.toWellFormed()}`;
}

const SHORTEST = 40;
const SHRINK = 0.8;
const SLACK = 1.3;
const HEAD = 0.7;

function longestIn(content: MessageData["content"]): number {
  const texts = typeof content === "string" ? [content] : content.flatMap((part) => textsIn(part));
  return Math.max(0, ...texts.map((text) => text.length)) - 1;
}

function textsIn(part: Part): string[] {
  switch (part.type) {
    case "text":
    case "reasoning":
      return [part.text];
    case "file":
      return [];
    case "tool-call":
      return stringsIn(part.input);
    case "tool-result":
      return stringsIn(part.output);
    case "foreign":
      return stringsIn(part.value);
  }
}

function cutContent(content: MessageData["content"], longest: number): MessageData["content"] {
  return typeof content === "string"
    ? cutText(content, longest)
    : content.map((part) => cutPart(part, longest));
}

function cutPart(part: Part, longest: number): Part {
  switch (part.type) {
    case "text":
      return { ...part, text: cutText(part.text, longest) };
    // A maker has signed it: it takes it whole or not at all.
    case "reasoning":
      return part.extra === undefined ? { ...part, text: cutText(part.text, longest) } : part;
    case "file":
      return part;
    case "tool-call":
      return { ...part, input: cutJson(part.input, longest) };
    case "tool-result":
      return { ...part, output: cutJson(part.output, longest) };
    case "foreign":
      return { ...part, value: cutJson(part.value, longest) };
  }
}

function stringsIn(value: Json): string[] {
  if (typeof value === "string") return isBytes(value) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Only texts are cut: a list or a field less could mean something else. */
function cutJson(value: Json, longest: number): Json {
  if (typeof value === "string") return isBytes(value) ? value : cutText(value, longest);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => cutJson(item, longest));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutJson(item, longest)]));
}
