import { TidemarkError } from "../../error.js";
import type { Draft } from "../../event/registry.js";
import { leavesOpen } from "../../fold/message/tell-message.js";
import type { Appended } from "../../journal/held-journal.js";
import type { Calls } from "./calls.js";
import type { Ground } from "./ground.js";
import { type Message, messageOf, type NewMessage } from "./message.js";
import { redactMessage } from "./redact-message.js";

/** Bytes of a message's JSON. */
const LARGEST = 8 << 20;

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
  if (typeof message.content === "string") requireSmall(message.content);
  const told = calls.tell(message);
  const clean = redactMessage(told);
  const json = jsonOf(clean);
  requireSmall(json);
  start();
  const [appended] = ground.append(session, [{ type: "message.added", json }]);
  if (appended === undefined) throw new Error("Nothing was appended.");
  const added = messageOf(appended, told);
  ground.recent.add(session, added, json, clean !== told);
  const isOpen = leavesOpen(message);
  if (isOpen === true) ground.unanswered.add(session);
  if (isOpen === false) ground.unanswered.delete(session);
  return added;
}

/** Writes what a program did or declared in its session. */
export function write(ground: Ground, session: string, drafts: readonly Draft[]): Appended[] {
  return ground.append(
    session,
    drafts.map(({ type, data }) => ({ type, json: JSON.stringify(data) })),
  );
}

/** Most messages are a role and a text: to write an object around it takes as long as the text. */
function jsonOf(message: NewMessage): string {
  const { role, content, incomplete, extra } = message;
  if (typeof content !== "string" || incomplete !== undefined || extra !== undefined)
    return JSON.stringify(message);
  return `{"role":"${role}","content":${JSON.stringify(content)}}`;
}

function requireSmall(text: string): void {
  // A sign of a text is at most three bytes: most need not be counted.
  if (text.length * 3 <= LARGEST || Buffer.byteLength(text) <= LARGEST) return;
  throw new TidemarkError("bad-argument", "The message is too large: 8 MiB of JSON is the most.", {
    hint: "Keep a large file where it is and add its url or name, or part the message.",
  });
}
