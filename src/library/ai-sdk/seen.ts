import { createHash } from "node:crypto";
import type { Redact } from "../../redact/redactor.js";
import { partsOf } from "../maker/conversation.js";
import type { NewMessage } from "../message/message.js";
import { redactMessage } from "../message/redact-message.js";

/** A message of the session. */
export interface KnownMessage {
  readonly fingerprint: string;
  readonly isIncomplete: boolean;
}

/** Finds which messages of a prompt the session already has. */
export interface Seen {
  /** How many messages at a prompt's beginning are known. */
  knownIn(fingerprints: readonly string[]): number;
  add(message: KnownMessage): void;
  /** Notes a conversation that the session has; `isAnswered` if it ends with an answer of the model. */
  note(fingerprints: readonly string[], isAnswered: boolean): void;
}

/** Limits the remembered conversations, and the messages that a prompt is compared with. */
const MAX_KNOWN = 1_000;

/** A beginning that was noted here is known; other prompts are compared with the last messages of the session. */
export function openSeen(earlier: readonly KnownMessage[]): Seen {
  let messages = [...earlier];
  const ends = new Map<string, boolean>();
  return {
    knownIn(fingerprints) {
      const chain = chainOf(fingerprints);
      for (let length = fingerprints.length; length > 0; length--) {
        const isAnswered = ends.get(chain[length - 1] ?? "");
        if (isAnswered === undefined) continue;
        // The same question after its answer is asked a second time, unless the program has added it.
        if (fingerprints.length === 1 && isAnswered)
          return messages.at(-1)?.fingerprint === fingerprints[0] ? 1 : 0;
        return Math.max(length, continuationOf(messages, fingerprints));
      }
      return continuationOf(messages, fingerprints) || sharedRun(messages, fingerprints);
    },
    add(message) {
      messages.push(message);
      if (messages.length > 2 * MAX_KNOWN) messages = messages.slice(-MAX_KNOWN);
    },
    note(fingerprints, isAnswered) {
      const chain = chainOf(fingerprints);
      const [asked, end] = [chain.at(-2), chain.at(-1)];
      if (isAnswered && asked !== undefined) ends.set(asked, true);
      if (end === undefined) return;
      ends.delete(end);
      ends.set(end, false);
      for (const [oldest] of ends) {
        if (ends.size <= MAX_KNOWN) return;
        ends.delete(oldest);
      }
    },
  };
}

/** Identifies a message by role, text, calls and results: the SDK rewrites answers, and the disk has them redacted. */
export function fingerprintOf(message: NewMessage, redact: Redact): string {
  const parts = partsOf(redactMessage(message, redact));
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const others = parts.flatMap((part) => {
    if (part.type === "tool-call" || part.type === "tool-result") return [`${part.type} ${part.id}`];
    return part.type === "file" ? [part.type] : [];
  });
  return hash(JSON.stringify([message.role, texts.join("").trim(), others]));
}

/** A fingerprint of each beginning of a conversation. */
export function chainOf(fingerprints: readonly string[]): string[] {
  let last = "";
  return fingerprints.map((fingerprint) => {
    last = hash(`${last} ${fingerprint}`);
    return last;
  });
}

/** How far into the prompt the session's last messages reach: at least two of them, or the whole beginning. */
function continuationOf(messages: readonly KnownMessage[], fingerprints: readonly string[]): number {
  for (let length = fingerprints.length; length > 0; length--) {
    const run = runBack(messages, fingerprints, length);
    if (run > 1 || run === length) return length;
  }
  return 0;
}

/** An incomplete answer may be missing in the prompt. */
function runBack(messages: readonly KnownMessage[], fingerprints: readonly string[], length: number): number {
  let run = 0;
  for (let at = messages.length - 1; at >= 0 && run < length; at--) {
    const message = messages[at];
    if (message?.fingerprint === fingerprints[length - 1 - run]) run++;
    else if (message?.isIncomplete !== true) break;
  }
  return run;
}

/** If the program goes back to an earlier point, the prompt begins in the middle of the session. */
function sharedRun(messages: readonly KnownMessage[], fingerprints: readonly string[]): number {
  let longest = 0;
  for (let start = 0; start < messages.length; start++) {
    let run = 0;
    while (run < fingerprints.length && messages[start + run]?.fingerprint === fingerprints[run]) run++;
    longest = Math.max(longest, run);
  }
  return longest > 1 ? longest : 0;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
