import type OpenAI from "openai";
import { fieldOf, isObject, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { answerCalls, partsOf } from "../maker/answer.js";
import { ownOf, toBlock } from "../maker/form.js";
import { type Conversation, messagesOf } from "../maker/given.js";
import { every, textAt } from "../maker/json.js";
import { withRest } from "../maker/rest.js";
import { sayPart } from "../maker/say.js";
import type { NewMessage } from "../message/message.js";
import { contentOf } from "./response-content.js";
import { itemForm } from "./response-item.js";

/**
 * A conversation as the `input` of `client.responses.create`. What OpenAI has no form for is said as a text; thoughts of
 * other models are left out, and a call whose result was never recorded gets one that says so.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { toResponses } from "tidemark/openai";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * session.add({ role: "user", content: "How is the weather?" });
 * const input = toResponses(session.context());
 * // await client.responses.create({ model: "…", input });
 * tidemark.close();
 * ```
 */
export function toResponses(conversation: Conversation): OpenAI.Responses.ResponseInputItem[] {
  return every(answerCalls(messagesOf(conversation)).flatMap(itemsOf), isItem);
}

function itemsOf(message: NewMessage): JsonObject[] {
  const { role, content } = message;
  if (role === "assistant") return answered(partsOf(message));
  const rest = fieldOf(ownOf(itemForm, message), "rest");
  const items = partsOf(message).filter(isItemPart).flatMap(itemOf);
  const others = partsOf(message).filter((part) => !isItemPart(part));
  const said = typeof content === "string" ? content : others.flatMap(contentOf);
  if (said.length === 0 && typeof content !== "string" && content.length > 0) return items;
  if (said.length === 0 && role === "tool") return items;
  return [...items, withRest({ role: role === "system" ? role : "user", content: said }, rest)];
}

/** What stands among the items by itself: calls, their results, and what only OpenAI knows. */
function isItemPart(part: Part): boolean {
  const isOwn = part.type === "foreign" && part.from === itemForm.maker;
  return isOwn || part.type === "tool-call" || part.type === "tool-result" || part.type === "reasoning";
}

function itemOf(part: Part): JsonObject[] {
  const item = toBlock(itemForm, part);
  return item === undefined ? [] : [item];
}

function answered(parts: readonly Part[]): JsonObject[] {
  const items: JsonObject[] = [];
  let open: JsonObject[] | undefined;
  for (const part of parts) {
    if (isItemPart(part)) {
      open = undefined;
      items.push(...itemOf(part));
      continue;
    }
    const own = part.type === "foreign" ? undefined : ownOf(itemForm, part);
    const about = fieldOf(own, "message");
    if (isObject(about) && textAt(own, "form") === undefined) {
      open = contentOf(part);
      items.push({ role: "assistant", content: open, ...about });
    } else if (open !== undefined && own === undefined) open.push(...contentOf(part));
    else {
      open = undefined;
      const text = sayPart(part);
      if (text !== undefined)
        items.push({ role: "assistant", content: text, ...(isObject(about) ? about : {}) });
    }
  }
  return items;
}

/** Built above of what came from the SDK, or in its form. */
function isItem(value: unknown): value is OpenAI.Responses.ResponseInputItem {
  return typeof value === "object";
}
