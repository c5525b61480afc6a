import { messageCost } from "../../event/message-cost.js";
import { DEFAULTS } from "../context/defaults.js";
import { cutBefore } from "../context/paired.js";
import { redactOf } from "../session-inside.js";
import type { Session } from "../tidemark.js";
import { estimate } from "../token/estimate.js";
import { readModelMessage } from "./from-model-messages.js";
import type { Prompt } from "./sdk.js";
import { chainOf, fingerprintOf } from "./seen.js";

export interface CompactSettings {
  /** Maximum tokens of the messages in a prompt. Defaults to 15,000. */
  readonly threshold?: number;
  /** How many of the last messages stay when older ones go. Defaults to 20. */
  readonly keep?: number;
}

export interface Shortened {
  readonly left: Prompt;
  /** More messages went than the time before, so the system text must be renewed. */
  readonly isCut: boolean;
}

/** Compacts the session once a conversation has too many tokens; dropped messages stay out while it continues. */
export function openShortener(
  session: Session,
  { threshold = DEFAULTS.threshold, keep = DEFAULTS.keptMessages }: CompactSettings,
) {
  const redact = redactOf(session);
  let cut = { length: 0, end: "" };
  return async (conversation: Prompt): Promise<Shortened> => {
    const messages = conversation.map(readModelMessage);
    const chain = chainOf(messages.map((message) => fingerprintOf(message, redact)));
    const start = cut.length > 0 && chain[cut.length - 1] === cut.end ? cut.length : 0;
    const left = messages.slice(start);
    const tokens = left.reduce((sum, { content }) => sum + messageCost(content, estimate.count), 0);
    const more = tokens > threshold ? cutBefore(left, left.length - keep) : 0;
    if (more === 0) return { left: from(conversation, start), isCut: false };
    await session.compact({ keep });
    cut = { length: start + more, end: chain[start + more - 1] ?? "" };
    return { left: from(conversation, cut.length), isCut: true };
  };
}

/** Puts the question first: some providers refuse a conversation that begins with an answer. */
function from(conversation: Prompt, start: number): Prompt {
  const left = conversation.slice(start);
  if (start === 0 || left[0]?.role === "user") return left;
  const question = conversation.slice(0, start).findLast(({ role }) => role === "user");
  return question === undefined ? left : [question, ...left];
}
