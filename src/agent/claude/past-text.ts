import { NOFOLLOW, readStart } from "../../host/file/foreign-file.js";
import { fieldsOf, listOf, textOf } from "../payload/fields.js";
import { parseRow } from "../record/row.js";
import { readSummary } from "./summary.js";

/** A user row that is not a tool result. */
export type PastPrompt =
  | { readonly is: "prompt" | "command"; readonly text: string }
  /** The user stopped the agent. */
  | { readonly is: "interrupted" }
  /** The program answered a command itself. */
  | { readonly is: "output" }
  /** Nobody typed this: a notification or a reminder. */
  | { readonly is: "nothing" };

/** User rows contain much that nobody typed, between tags. */
export function readPastPrompt(content: unknown): PastPrompt {
  const text = textsOf(content).replace(ADDED, "").trim();
  if (text === "" || /^<(?:task-notification|local-command-caveat|bash-stdout|bash-stderr)>/.test(text))
    return { is: "nothing" };
  if (text.startsWith("[Request interrupted by user")) return { is: "interrupted" };
  if (text.startsWith("<local-command-std")) return { is: "output" };
  const command = within(text, "command-name");
  if (command !== undefined && /^<command-(?:name|message)>/.test(text)) {
    const named = `/${command.replace(/^\//, "")} ${within(text, "command-args") ?? ""}`;
    return { is: "command", text: named.trim() };
  }
  // A shell command that the user ran with an exclamation mark.
  const typed = within(text, "bash-input");
  if (typed !== undefined && text.startsWith("<bash-input>")) return { is: "nothing" };
  return { is: "prompt", text };
}

/** The summary in the text with which a session continues after a compaction. */
export function readPastSummary(content: unknown): string {
  return readSummary(textsOf(content).replace(ADDED, ""));
}

const ADDED = /<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics)>[\s\S]*?<\/\1>/g;

function textsOf(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => (fieldsOf(part)["type"] === "text" ? (textOf(fieldsOf(part)["text"]) ?? "") : ""))
    .filter((text) => text !== "")
    .join("\n");
}

function within(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = start === -1 ? -1 : text.indexOf(`</${tag}>`, start);
  return end === -1 ? undefined : text.slice(start + tag.length + 2, end).trim();
}

const MAX_META_BYTES = 16 << 10;

/** The type of the subagent, from the small file beside its transcript. */
export function agentTypeOf(transcript: string): string {
  const bytes = readStart(transcript.replace(/\.jsonl$/, ".meta.json"), MAX_META_BYTES, NOFOLLOW);
  return textOf(bytes === undefined ? undefined : parseRow(bytes)?.["agentType"]) ?? "subagent";
}
