import { messageCost } from "../../event/message-cost.js";
import type { Message } from "../message/message.js";
import type { TokenCounter } from "../token/port.js";

/** What messages cost a model. A message never changes, so it is counted once. */
export interface MessageTokens {
  readonly by: string;
  readonly counter: TokenCounter;
  count(text: string): number;
  of(message: Message): number;
  /** What a message is known to cost; undefined where it was not counted yet. */
  known(id: string): number | undefined;
}

const MOST_KEPT = 5_000;

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
      if (known.size >= MOST_KEPT) known.clear();
      known.set(message.id, tokens);
      return tokens;
    },
  };
}
