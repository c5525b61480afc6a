import { fieldOf, isObject } from "../../event/json.js";
import type { NewMessage } from "../message/message.js";

type Side = "user" | "assistant" | "system";

/** Who speaks, as Anthropic sees it: results of tools are the user's. */
export function sideOf({ role }: NewMessage): Side {
  return role === "tool" ? "user" : role;
}

/** Marks what `toAnthropic` would join or move, because it stood by itself in the original. */
export function markApart(messages: readonly NewMessage[]): NewMessage[] {
  const first = messages.findIndex(({ role }) => role !== "system");
  return messages.map((message, n) => {
    const side = sideOf(message);
    const before = messages[n - 1];
    const isJoined = side !== "system" && before !== undefined && sideOf(before) === side;
    const isMoved = n < first || first === -1 || (n === first && side === "assistant");
    return isJoined || isMoved ? { ...message, extra: { anthropic: { apart: true } } } : message;
  });
}

export function isApart({ extra }: NewMessage): boolean {
  const own = fieldOf(extra, "anthropic");
  return isObject(own) && own["apart"] === true;
}
