import { TidemarkError } from "../../error.js";
import { leavesOpen } from "../../model/fold/expand-messages.js";
import type { Calls } from "./calls.js";
import { type Message, messageOf, type NewMessage } from "./message.js";
import { redactMessage } from "./redact-message.js";
import type { Workspace } from "./workspace.js";

const MAX_MESSAGE_BYTES = 8 << 20;

/** Records a message, which then survives the end of the process. `start` is called once the message is accepted. */
export function addMessage(
  workspace: Workspace,
  session: string,
  message: NewMessage,
  { calls, start }: { readonly calls: Calls; start(): void },
): Message {
  if (typeof message.content === "string") requireSmall(message.content.length, () => message.content);
  const described = calls.describe(message);
  const clean = redactMessage(described, workspace.redact);
  const length = lengthOf(clean);
  requireSmall(length, () => clean);
  start();
  const [appended] = workspace.append(session, [{ type: "message.added", data: clean }]);
  if (appended === undefined) throw new Error("Nothing was appended.");
  const added = messageOf(appended, described);
  workspace.recent.add(session, added, length, clean === described ? undefined : JSON.stringify(clean));
  const isOpen = leavesOpen(message);
  if (isOpen === true) workspace.unanswered.add(session);
  if (isOpen === false) workspace.unanswered.delete(session);
  return added;
}

/** Counts the text alone if there is nothing else. */
function lengthOf(message: NewMessage): number {
  const { content, extra } = message;
  return typeof content === "string" && extra === undefined ? content.length : JSON.stringify(message).length;
}

function requireSmall(length: number, value: () => unknown): void {
  // JSON takes less than eight bytes a character, so most messages need not be measured.
  if (length * 8 <= MAX_MESSAGE_BYTES) return;
  if (Buffer.byteLength(JSON.stringify(value())) <= MAX_MESSAGE_BYTES) return;
  throw new TidemarkError("bad-argument", "The message is too large: 8 MiB of JSON is the most.", {
    hint: "Keep a large file where it is and add its url or name, or part the message.",
  });
}
