import type Anthropic from "@anthropic-ai/sdk";
import { TidemarkError } from "../../error.js";
import { fieldOf, isList, isObject, type Json } from "../../event/json.js";
import { toPart } from "../maker/form.js";
import { jsonOf, textAt } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { anthropicForm, markApart } from "./form.js";

/** A message, several, an answer of the API, or the body of a request. */
export type FromAnthropic =
  | Anthropic.MessageParam
  | Anthropic.Message
  | readonly (Anthropic.MessageParam | Anthropic.Message)[]
  | {
      readonly system?: string | readonly Anthropic.TextBlockParam[];
      readonly messages: readonly (Anthropic.MessageParam | Anthropic.Message)[];
    };

/** The stop reasons of an incomplete answer. */
const CUT_OFF: readonly Json[] = [null, "max_tokens", "model_context_window_exceeded"];

/**
 * Reads messages of the Anthropic SDK for a session. `toAnthropic` gives every block back unchanged, with cache marks,
 * citations and signatures. The usage of an answer is not kept.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { fromAnthropic } from "tidemark/anthropic";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * const answer = [{ type: "text", text: "It rains." }];
 * for (const message of fromAnthropic([
 *   { role: "user", content: "How is the weather?" },
 *   { role: "assistant", content: answer },
 * ])) session.add(message);
 * tidemark.close();
 * ```
 */
export function fromAnthropic(given: FromAnthropic): NewMessage[] {
  const value = jsonOf(given);
  if (isList(value)) return markApart(value.map(messageOf));
  const messages = fieldOf(value, "messages");
  if (!isList(messages)) return [messageOf(value)];
  const system = fieldOf(value, "system") ?? "";
  const first = system === "" ? [] : [messageOf({ role: "system", content: system })];
  return [...first, ...markApart(messages.map(messageOf))];
}

function messageOf(value: Json): NewMessage {
  const [role, content] = [textAt(value, "role"), fieldOf(value, "content")];
  if (!isObject(value) || !isRole(role) || !(typeof content === "string" || isList(content)))
    throw new TidemarkError("bad-argument", "This is no message of the Anthropic SDK.", {
      hint: 'It needs a role, "user", "assistant" or "system", and content: a text or blocks.',
    });
  const reason = fieldOf(value, "stop_reason");
  const incomplete = (reason !== undefined && CUT_OFF.includes(reason)) || undefined;
  if (typeof content === "string") return { role, content, incomplete };
  const parts = content.map((block) => toPart(anthropicForm, block));
  const isResults = parts.length > 0 && parts.every(({ type }) => type === "tool-result");
  return { role: role === "user" && isResults ? "tool" : role, content: parts, incomplete };
}

function isRole(role: string | undefined): role is "user" | "assistant" | "system" {
  return role === "user" || role === "assistant" || role === "system";
}
