import type { Part } from "../../event/message.js";
import type { NewMessage } from "../message/message.js";
import { partsOf } from "./answer.js";

/**
 * An answer with results in it, as a maker's own tools give them, taken apart for a maker that wants results in a message
 * of their own: what came before, the results, what came after.
 */
export function partAnswer(message: NewMessage, mayStay: (part: Part) => boolean): readonly NewMessage[] {
  const parts = partsOf(message);
  const isResult = (part: Part) => part.type === "tool-result" && !mayStay(part);
  if (message.role !== "assistant" || !parts.some(isResult)) return [message];
  const pieces: { role: "assistant" | "tool"; content: Part[] }[] = [];
  for (const part of parts) {
    const role = isResult(part) ? "tool" : "assistant";
    const last = pieces.at(-1);
    if (last?.role === role) last.content.push(part);
    else pieces.push({ role, content: [part] });
  }
  return pieces;
}
