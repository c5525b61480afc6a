import { isList, type Json } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { messageCost } from "../../event/message-cost.js";
import { isBytes, jsonText } from "../../event/message-text.js";
import type { NewMessage } from "../message/message.js";
import { cutBefore, paired } from "./paired.js";

/** The share of the limit that one message may take beside others. */
const MAX_SHARE = 0.5;
/** Tokens that one message may take in any case. */
const MIN_TOKENS = 200;
const MIN_TEXT_CHARS = 40;

interface FittedMessages<T> {
  readonly messages: readonly T[];
  readonly tokens: number;
}

/** The last messages that fit into the limit. A huge one is cut, so it does not push out the others. */
export function fitMessages<T extends NewMessage>(
  messages: readonly T[],
  limit: number,
  countOf: (message: T) => number,
  count: (text: string) => number,
): FittedMessages<T> {
  const fitting: { readonly message: T; readonly tokens: number }[] = [];
  let left = limit;
  for (const message of paired(messages).reverse()) {
    const tokens = countOf(message);
    const most =
      fitting.length === 0 ? left : Math.min(left, Math.max(Math.floor(limit * MAX_SHARE), MIN_TOKENS));
    const cut = tokens <= most ? message : cutMessage(message, most, count);
    if (cut === undefined) break;
    const size = cut === message ? tokens : messageCost(cut.content, count);
    if (size > left) break;
    fitting.push({ message: cut, tokens: size });
    left -= size;
  }
  let kept = fitting.reverse().map(({ message }) => message);
  const sizes = new Map(fitting.map(({ message, tokens }) => [message, tokens]));
  for (;;) {
    const whole = paired(kept);
    const used = whole.map((message) => sizes.get(message) ?? messageCost(message.content, count));
    const tokens = used.reduce((sum, size) => sum + size, 0);
    if (tokens <= limit && whole.length > 0) return { messages: whole, tokens };
    if (kept.length === 0) return stubs(messages, limit, count);
    kept = kept.slice(1);
  }
}

/** Cuts the middle out of long texts until the message fits; undefined if it still does not. Calls keep their ids. */
export function cutMessage<T extends NewMessage>(
  message: T,
  limit: number,
  count: (text: string) => number,
): T | undefined {
  const size = ({ content }: NewMessage) => messageCost(content, count);
  const whole = size(message);
  if (whole <= limit) return message;
  // Starting near the limit saves steps, because counting millions of characters is slow.
  const near = Math.min(1, (limit / whole) * 1.3);
  let maxChars = Math.floor(longestIn(message.content) * near);
  for (; maxChars >= MIN_TEXT_CHARS; maxChars = Math.floor(maxChars * 0.8)) {
    const cut = { ...message, content: mapTexts(message.content, (text) => cutText(text, maxChars)) };
    if (size(cut) <= limit) return cut;
  }
  return undefined;
}

/** Replaces the middle of a text by a note of how much is missing. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const mark = (cut: number) => `\n[… ${cut} characters cut …]\n`;
  const room = Math.max(0, maxChars - mark(text.length).length);
  const head = Math.ceil(room * 0.7);
  const tail = room - head;
  const end = tail === 0 ? "" : text.slice(-tail);
  return `${text.slice(0, head).toWellFormed()}${mark(text.length - room)}${end.toWellFormed()}`;
}

/** If nothing fits: the last message with the calls of its results, cut to almost nothing. */
function stubs<T extends NewMessage>(
  messages: readonly T[],
  limit: number,
  count: (text: string) => number,
): FittedMessages<T> {
  const whole = paired(messages);
  const last = whole.slice(cutBefore(whole, whole.length - 1)).map(stubOf);
  const tokens = last.reduce((sum, { content }) => sum + messageCost(content, count), 0);
  return tokens <= limit ? { messages: last, tokens } : { messages: [], tokens: 0 };
}

/** Keeps of a message only that it was there, and the ids of calls and results. */
function stubOf<T extends NewMessage>(message: T): T {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: cutText(content, MIN_TEXT_CHARS) };
  const parts = content.flatMap(stubOfPart);
  return { ...message, content: parts.length === 0 ? "[left out]" : parts };
}

function stubOfPart(part: Part): Part[] {
  switch (part.type) {
    case "text":
      return [{ ...part, text: cutText(part.text, MIN_TEXT_CHARS) }];
    case "file":
      return [{ type: "text", text: `[${part.name ?? part.mediaType} left out]` }];
    case "tool-call":
      return [{ ...part, input: isShort(part.input) ? part.input : { cut: "too long" } }];
    case "tool-result":
      return [
        {
          ...part,
          output: isShort(part.output) ? part.output : cutText(jsonText(part.output), MIN_TEXT_CHARS),
        },
      ];
    case "reasoning":
    case "foreign":
      return [];
  }
}

function isShort(value: Json): boolean {
  return JSON.stringify(value).length <= MIN_TEXT_CHARS;
}

function longestIn(content: NewMessage["content"]): number {
  let longest = 0;
  mapTexts(content, (text) => {
    longest = Math.max(longest, text.length);
    return text;
  });
  return longest - 1;
}

function mapTexts(content: NewMessage["content"], change: (text: string) => string): NewMessage["content"] {
  return typeof content === "string" ? change(content) : content.map((part) => mapPart(part, change));
}

function mapPart(part: Part, change: (text: string) => string): Part {
  switch (part.type) {
    case "text":
      return { ...part, text: change(part.text) };
    case "reasoning": {
      const text = change(part.text);
      // Its maker has signed it and refuses it if it changes.
      return part.extra === undefined ? { ...part, text } : part;
    }
    case "file":
      return part;
    case "tool-call":
      return { ...part, input: mapJson(part.input, change) };
    case "tool-result":
      return { ...part, output: mapJson(part.output, change) };
    case "foreign":
      return { ...part, value: mapJson(part.value, change) };
  }
}

/** Changes only texts: a missing field or list item could change the meaning. */
function mapJson(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return isBytes(value) ? value : change(value);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => mapJson(item, change));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapJson(item, change)]));
}
