import { costOf } from "../../event/message-cost.js";
import { cutBefore } from "../context/paired.js";
import { USUAL } from "../context/usual.js";
import { redactOf } from "../session-inside.js";
import type { Session } from "../tidemark.js";
import { estimate } from "../token/estimate.js";
import { readModelMessage } from "./from-model-messages.js";
import { chainOf, printOf } from "./print.js";
import type { Prompt } from "./sdk.js";

export interface CompactSettings {
  /** The most tokens of the messages in a prompt. 15,000 unless given. */
  readonly threshold?: number;
  /** How many of the last messages stay when older ones go. 20 unless given. */
  readonly keep?: number;
}

export interface Shortened {
  readonly left: Prompt;
  /** More of it went than the time before: what is told of it has to say so. */
  readonly isCut: boolean;
}

/**
 * Leaves the older messages of a conversation out once it has too many tokens, and has the session compacted before: what
 * they said is then told in its context. What was cut stays cut while the same conversation goes on.
 */
export function keepShort(
  session: Session,
  { threshold = USUAL.threshold, keep = USUAL.keptMessages }: CompactSettings,
) {
  const redact = redactOf(session);
  let cut = { length: 0, end: "" };
  return async (conversation: Prompt): Promise<Shortened> => {
    const messages = conversation.map(readModelMessage);
    const chain = chainOf(messages.map((message) => printOf(message, redact)));
    const isSame = cut.length > 0 && chain[cut.length - 1] === cut.end;
    const start = isSame ? cut.length : 0;
    const left = messages.slice(start);
    const tokens = left.reduce((sum, { content }) => sum + costOf(content, estimate.count), 0);
    const more = tokens > threshold ? cutBefore(left, left.length - keep) : 0;
    if (more === 0) return { left: from(conversation, start), isCut: false };
    await session.compact({ keep });
    cut = { length: start + more, end: chain[start + more - 1] ?? "" };
    return { left: from(conversation, cut.length), isCut: true };
  };
}

/** What is left, behind the question it belongs to: a conversation that begins with an answer is refused by some. */
function from(conversation: Prompt, start: number): Prompt {
  const left = conversation.slice(start);
  if (start === 0 || left[0]?.role === "user") return left;
  const question = conversation.slice(0, start).findLast(({ role }) => role === "user");
  return question === undefined ? left : [question, ...left];
}
