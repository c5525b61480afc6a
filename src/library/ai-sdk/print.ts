import { createHash } from "node:crypto";
import type { Redact } from "../../redact/redactor.js";
import { partsOf } from "../maker/answer.js";
import type { NewMessage } from "../message/message.js";
import { redactMessage } from "../message/redact-message.js";

/**
 * By what a message is known again, although the SDK writes an answer in another way than it came, and the disk has it
 * without secrets: who spoke, what was said, which calls and results.
 */
export function printOf(message: NewMessage, redact: Redact): string {
  const parts = partsOf(redactMessage(message, redact));
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const others = parts.flatMap((part) => {
    if (part.type === "tool-call" || part.type === "tool-result") return [`${part.type} ${part.id}`];
    return part.type === "file" ? [part.type] : [];
  });
  return hash(JSON.stringify([message.role, texts.join("").trim(), others]));
}

/** One print of each beginning of a conversation. */
export function chainOf(prints: readonly string[]): string[] {
  let last = "";
  return prints.map((print) => {
    last = hash(`${last} ${print}`);
    return last;
  });
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
