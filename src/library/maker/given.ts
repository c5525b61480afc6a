import { TidemarkError } from "../../error.js";
import type { NewMessage } from "../message/message.js";

/** What is to be sent: messages alone, or all that `session.context()` gives. */
export type Conversation =
  | readonly NewMessage[]
  | { readonly system?: string; readonly messages: readonly NewMessage[] };

/** The messages of a conversation, what the memory knows first. */
export function messagesOf(given: Conversation): readonly NewMessage[] {
  const messages = isMessages(given) ? given : given?.messages;
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw new TidemarkError("bad-argument", "These are no messages of a session.", {
      hint: "Give what session.context() returns, or its messages.",
    });
  const system = isMessages(given) ? "" : (given.system ?? "");
  return system === "" ? messages : [{ role: "system", content: system }, ...messages];
}

function isMessages(given: Conversation): given is readonly NewMessage[] {
  return Array.isArray(given);
}

function isMessage(value: NewMessage | undefined | null): boolean {
  return (
    typeof value?.role === "string" && (typeof value.content === "string" || Array.isArray(value.content))
  );
}
