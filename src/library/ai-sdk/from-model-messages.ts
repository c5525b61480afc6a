import type { ModelMessage } from "ai";
import { TidemarkError } from "../../error.js";
import { isObject } from "../../event/json.js";
import { ROLES } from "../../event/message.js";
import { toMessage } from "../maker/form.js";
import { textAt } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { aiSdkForm } from "./form.js";
import { pack } from "./pack.js";

/**
 * Reads messages of the AI SDK for a session. `toModelMessages` gives each back unchanged: parts, provider options, and
 * files as text, bytes or addresses.
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

/** Reads a message of a program, or one as the SDK hands it to a model: they leave out different fields. */
export function readModelMessage(message: unknown): NewMessage {
  const value = pack(message);
  const role = ROLES.find((known) => known === textAt(value, "role"));
  const read = role && isObject(value) ? toMessage(aiSdkForm, value, role) : undefined;
  if (read !== undefined) return read;
  throw new TidemarkError("bad-argument", "This is no message of the AI SDK.", {
    hint: "Give model messages, each with a role and content; those of an answer are its responseMessages.",
  });
}
