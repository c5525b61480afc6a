import type OpenAI from "openai";
import { fieldOf, isObject, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { answerCalls, type Conversation, describePart, messagesOf, partsOf } from "../maker/conversation.js";
import { ownOf, toBlock, withRest } from "../maker/form.js";
import { asSdk, textAt } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { contentOf, itemForm } from "./response-form.js";

/**
 * Makes the `input` of `client.responses.create`. A part without a block becomes text, and reasoning of other models is
 * left out. A call without a recorded result gets one that says so.
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
  return asSdk(answerCalls(messagesOf(conversation)).flatMap(itemsOf));
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

/** Calls, results, reasoning and OpenAI's own items are items of their own. */
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
      const text = describePart(part);
      if (text !== undefined)
        items.push({ role: "assistant", content: text, ...(isObject(about) ? about : {}) });
    }
  }
  return items;
}
