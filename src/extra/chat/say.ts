import type { Message } from "../../library/message/message.js";
import type { Talk } from "./talk.js";

/** Writes down what the person says, before anybody is asked. */
export function say(talk: Talk, content: string): Message {
  talk.needModel();
  tellElsewhere(talk);
  const message = talk.used().add({ role: "user", content });
  talk.seen = message.id;
  return message;
}

/** What another chat, or a program, has added to the session meanwhile: the model will read it, so the person should know. */
function tellElsewhere(talk: Talk): void {
  const { wishes, seen } = talk;
  if (seen === undefined) return;
  const { messages } = talk.context();
  const added = messages.length - messages.findIndex(({ id }) => id === seen) - 1;
  if (added === 0) return;
  const what = added === 1 ? "A message was" : `${added} messages were`;
  wishes.note(`${what} added to this session elsewhere.`);
}
