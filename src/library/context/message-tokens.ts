import { messageCost } from "../../event/message-cost.js";
import type { Message } from "../message/message.js";
import type { TokenCounter } from "../token/port.js";

/** Counts the tokens of messages, each once: messages never change. */
export interface MessageTokens {
  readonly by: string;
  readonly counter: TokenCounter;
  count(text: string): number;
  of(message: Message): number;
  /** Undefined if the message was not counted yet. */
  known(id: string): number | undefined;
}

export function messageTokens(counter: TokenCounter): MessageTokens {
  const known = new Map<string, number>();
  return {
    by: counter.name,
    counter,
    count: (text) => counter.count(text),
    known: (id) => known.get(id),
    of(message) {
      const before = known.get(message.id);
      if (before !== undefined) return before;
      const tokens = messageCost(message.content, (text) => counter.count(text));
      if (known.size >= 5_000) known.clear();
      known.set(message.id, tokens);
      return tokens;
    },
  };
}
