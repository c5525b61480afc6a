import { costOf } from "../../event/message-cost.js";
import type { EventData } from "../../event/registry.js";
import { cutMessage, stubOf } from "./cut-message.js";
import { cutBefore, paired } from "./paired.js";

type MessageData = EventData<"message.added">;

export interface FittedMessages<T> {
  readonly messages: readonly T[];
  readonly tokens: number;
}

/** The last messages that fit into so many tokens. One that is huge is cut, so that it neither breaks the limit nor drives out the others. */
export function fitMessages<T extends MessageData>(
  messages: readonly T[],
  limit: number,
  countOf: (message: T) => number,
  count: (text: string) => number,
): FittedMessages<T> {
  const fitting: { readonly message: T; readonly tokens: number }[] = [];
  let left = limit;
  for (const message of paired(messages).reverse()) {
    const tokens = countOf(message);
    const most = fitting.length === 0 ? left : Math.min(left, Math.max(Math.floor(limit * HUGE), FEW));
    const cut = tokens <= most ? message : cutMessage(message, most, count);
    if (cut === undefined) break;
    const size = cut === message ? tokens : costOf(cut.content, count);
    if (size > left) break;
    fitting.push({ message: cut, tokens: size });
    left -= size;
  }
  let kept = fitting.reverse().map(({ message }) => message);
  const sizes = new Map(fitting.map(({ message, tokens }) => [message, tokens]));
  for (;;) {
    const whole = paired(kept);
    const used = whole.map((message) => sizes.get(message) ?? costOf(message.content, count));
    const tokens = used.reduce((sum, size) => sum + size, 0);
    if (tokens <= limit && whole.length > 0) return { messages: whole, tokens };
    if (kept.length === 0) return stubs(messages, limit, count);
    kept = kept.slice(1);
  }
}

/** Where nothing fits as it is: the last message with the calls its results belong to, cut down to what they were. */
function stubs<T extends MessageData>(
  messages: readonly T[],
  limit: number,
  count: (text: string) => number,
): FittedMessages<T> {
  const whole = paired(messages);
  const last = whole.slice(cutBefore(whole, whole.length - 1)).map(stubOf);
  const tokens = last.reduce((sum, { content }) => sum + costOf(content, count), 0);
  return tokens <= limit ? { messages: last, tokens } : { messages: [], tokens: 0 };
}

/** The share of the room that one message may take beside others. */
const HUGE = 0.5;
const FEW = 200;
