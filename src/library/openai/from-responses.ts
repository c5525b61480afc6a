import type OpenAI from "openai";
import { TidemarkError } from "../../error.js";
import { fieldOf, isList, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { toMessage, toPart } from "../maker/form.js";
import { jsonOf, textAt, without } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { contentForm, itemForm } from "./response-form.js";

type Item = OpenAI.Responses.ResponseInputItem | OpenAI.Responses.ResponseOutputItem;

/** An item, several, a question, or an answer of the Responses API. */
export type FromResponses = string | Item | readonly Item[] | OpenAI.Responses.Response;

/**
 * Reads items of the Responses API for a session. The reasoning, texts and calls of one answer become one message.
 * `toResponses` gives every item back unchanged, even those that only OpenAI understands.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { fromResponses } from "tidemark/openai";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * const call = { type: "function_call", call_id: "call_1", name: "weather", arguments: "{}" };
 * for (const message of fromResponses([{ role: "user", content: "How is the weather?" }, call])) session.add(message);
 * tidemark.close();
 * ```
 */
export function fromResponses(given: FromResponses): NewMessage[] {
  const value = jsonOf(given);
  if (typeof value === "string") return [{ role: "user", content: value }];
  const output = fieldOf(value, "output");
  const isAnswer = textAt(value, "object") === "response" && isList(output);
  const items = isAnswer ? output : isList(value) ? value : [value];
  const isCut = isAnswer && textAt(value, "status") === "incomplete";
  const messages = grouped(items);
  return messages.map((message, n) =>
    isCut && n === messages.length - 1 ? { ...message, incomplete: true as const } : message,
  );
}

function grouped(items: readonly Json[]): NewMessage[] {
  const messages: NewMessage[] = [];
  let answer: Part[] | undefined;
  for (const item of items) {
    if (!isObject(item)) throw noItem();
    const role = roleOf(item);
    if (role === "assistant") {
      if (answer === undefined) {
        answer = [];
        messages.push({ role, content: answer });
      }
      answer.push(...answered(item));
      continue;
    }
    answer = undefined;
    const message: NewMessage | undefined =
      role === "tool"
        ? { role, content: [toPart(itemForm, item)] }
        : toMessage(contentForm, item, role, itemForm.maker);
    if (message === undefined) throw noItem();
    messages.push(message);
  }
  return messages;
}

function roleOf(item: JsonObject): NewMessage["role"] {
  const type = textAt(item, "type") ?? "message";
  if (type !== "message") return /_(?:output|response)$/.test(type) ? "tool" : "assistant";
  const role = textAt(item, "role");
  if (role === "developer") return "system";
  if (role === "user" || role === "system" || role === "assistant") return role;
  throw noItem();
}

/** The first part of a message carries the message's other fields. */
function answered(item: JsonObject): Part[] {
  if ((textAt(item, "type") ?? "message") !== "message") return [toPart(itemForm, item)];
  const content = fieldOf(item, "content");
  const about = without(item, "role", "content");
  const parts: Part[] = isList(content)
    ? content.map((block) => toPart(contentForm, block))
    : [{ type: "text", text: typeof content === "string" ? content : "" }];
  const [first, ...more] = parts;
  if (first === undefined || first.type === "foreign")
    return [{ type: "foreign", from: itemForm.maker, value: item }];
  const own = { message: about, ...(isList(content) ? {} : { form: "text" }) };
  return [{ ...first, extra: { ...first.extra, [itemForm.maker]: own } }, ...more];
}

function noItem(): TidemarkError {
  return new TidemarkError("bad-argument", "This is no item of OpenAI's Responses API.", {
    hint: "It needs a type, or a role and content.",
  });
}
