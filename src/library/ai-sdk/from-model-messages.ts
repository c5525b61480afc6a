import type { ModelMessage } from "ai";
import { TidemarkError } from "../../error.js";
import { fieldOf, isList, isObject, type Json } from "../../event/json.js";
import { toPart } from "../maker/form.js";
import { textAt, without } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { aiSdkForm } from "./form.js";
import { pack } from "./pack.js";

/**
 * Messages of the AI SDK as a session keeps them. Each comes back from `toModelMessages` as it was: parts, provider
 * options, and files, whether they were given as a text, as bytes or as an address.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { fromModelMessages } from "tidemark/ai-sdk";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * for (const message of fromModelMessages([{ role: "user", content: "How is the weather?" }])) session.add(message);
 * tidemark.close();
 * ```
 */
export function fromModelMessages(given: ModelMessage | readonly ModelMessage[]): NewMessage[] {
  return [given].flat().map(readModelMessage);
}

/** A message of a program, or one as the SDK hands it to a model: they differ in what they leave out. */
export function readModelMessage(message: unknown): NewMessage {
  return messageOf(pack(message));
}

function messageOf(value: Json): NewMessage {
  const [role, content] = [textAt(value, "role"), fieldOf(value, "content")];
  if (!isObject(value) || !isRole(role)) throw noMessage();
  const rest = without(value, "role", "content");
  const kept = Object.keys(rest).length === 0 ? {} : { extra: { [aiSdkForm.maker]: { rest } } };
  if (typeof content === "string") return { role, content, ...kept };
  if (!isList(content)) throw noMessage();
  return { role, content: content.map((block) => toPart(aiSdkForm, block)), ...kept };
}

function isRole(role: string | undefined): role is NewMessage["role"] {
  return role === "system" || role === "user" || role === "assistant" || role === "tool";
}

function noMessage(): TidemarkError {
  return new TidemarkError("bad-argument", "This is no message of the AI SDK.", {
    hint: "Give model messages, each with a role and content; those of an answer are its responseMessages.",
  });
}
