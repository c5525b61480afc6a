import { TidemarkError } from "../../error.js";
import { leavesOpen } from "../../model/fold/expand-messages.js";
import type { Calls } from "./calls.js";
import type { Ground } from "./ground.js";
import { type Message, messageOf, type NewMessage } from "./message.js";
import { redactMessage } from "./redact-message.js";

/** Bytes of its JSON. */
const MAX_MESSAGE_BYTES = 8 << 20;

/** What a session knows beside its id, to add a message to it. */
export interface Adding {
  readonly calls: Calls;
  /** Writes down that the session has begun; called once the message is known to be one that can be kept. */
  start(): void;
}

/** Writes a message down: when this returns, a process that dies does not take it along. */
export function addMessage(
  ground: Ground,
  session: string,
  message: NewMessage,
  { calls, start }: Adding,
): Message {
  if (typeof message.content === "string") requireSmall(message.content.length, () => message.content);
  const told = calls.tell(message);
  const clean = redactMessage(told, ground.redact);
  const length = lengthOf(clean);
  requireSmall(length, () => clean);
  start();
  const [appended] = ground.append(session, [{ type: "message.added", data: clean }]);
  if (appended === undefined) throw new Error("Nothing was appended.");
  const added = messageOf(appended, told);
  ground.recent.add(session, added, length, clean === told ? undefined : JSON.stringify(clean));
  const isOpen = leavesOpen(message);
  if (isOpen === true) ground.unanswered.add(session);
  if (isOpen === false) ground.unanswered.delete(session);
  return added;
}

/** Most messages are a role and a text: the text is counted alone. */
function lengthOf(message: NewMessage): number {
  const { content, extra } = message;
  return typeof content === "string" && extra === undefined ? content.length : JSON.stringify(message).length;
}

function requireSmall(length: number, value: () => unknown): void {
  // A text takes less than eight times its length as JSON with its envelope, so most need not be measured.
  if (length * 8 <= MAX_MESSAGE_BYTES) return;
  if (Buffer.byteLength(JSON.stringify(value())) <= MAX_MESSAGE_BYTES) return;
  throw new TidemarkError("bad-argument", "The message is too large: 8 MiB of JSON is the most.", {
    hint: "Keep a large file where it is and add its url or name, or part the message.",
  });
}
