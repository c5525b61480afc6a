import { TidemarkError } from "../../error.js";
import type { Draft } from "../../event/registry.js";
import { leavesOpen } from "../../fold/message/tell-message.js";
import type { Appended } from "../../journal/held-journal.js";
import { closeJson, type OpenJson } from "../../journal/open-json.js";
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
  const length = requireSmall(json);
  start();
  const [appended] = ground.append(session, [{ type: "message.added", json }]);
  if (appended === undefined) throw new Error("Nothing was appended.");
  const added = messageOf(appended, told);
  ground.recent.add(session, added, length, clean === told ? undefined : closed(json));
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

/** Most messages are a role and a text. */
function jsonOf(message: NewMessage): string | OpenJson {
  const { role, content, incomplete, extra } = message;
  if (typeof content !== "string" || incomplete !== undefined || extra !== undefined)
    return JSON.stringify(message);
  return { before: `{"role":"${role}","content":`, text: content, after: "}" };
}

function closed(json: string | OpenJson): string {
  return typeof json === "string" ? json : closeJson(json);
}

/** Says how long it is: its JSON, or the text that is most of it. */
function requireSmall(json: string | OpenJson): number {
  const text = typeof json === "string" ? json : json.text;
  // Eight times its length is more than any text takes as JSON with what stands around it: most need not be counted.
  if (text.length * 8 <= LARGEST || Buffer.byteLength(closed(json)) <= LARGEST) return text.length;
  throw new TidemarkError("bad-argument", "The message is too large: 8 MiB of JSON is the most.", {
    hint: "Keep a large file where it is and add its url or name, or part the message.",
  });
}
