import type { Envelope } from "../../../event/envelope.js";
import type { SessionDraft } from "../session/session-draft.js";
import { shortId } from "../stamp.js";
import type { Memory } from "./memory-state.js";

type Said = Pick<Memory, "kind" | "by" | "text"> & { readonly files?: readonly string[] };

/** Adds a memory of the current turn. */
export function remember(draft: SessionDraft, event: Envelope, { kind, by, text, files = [] }: Said): void {
  const { at, author, branch = draft.branch } = event;
  const id = idFor(draft.memories, `${event.id}.${kind}`);
  const turn = turnName(draft.turn.id);
  draft.memories.push({ id, kind, by, at, session: draft.session, author, turn, branch, files, text });
}

// A cache: a turn has several memories.
let last = { id: "", name: "" };

function turnName(id: string): string {
  if (last.id !== id) last = { id, name: shortId(id) };
  return last.name;
}

/** An event may have several memories of a kind: "….decision", "….decision2". */
function idFor(memories: readonly Memory[], first: string): string {
  let n = 1;
  for (let at = memories.length - 1; at >= 0 && n < MAX_PER_EVENT; at--) {
    const id = memories[at]?.id ?? "";
    if (id.startsWith(first)) n++;
    else if (!id.startsWith(first.slice(0, first.lastIndexOf(".") + 1))) break;
  }
  return n === 1 ? first : `${first}${n}`;
}

const MAX_PER_EVENT = 100;

/** The same for all memories that say the same. */
export function memoryKey({ kind, text }: Pick<Memory, "text"> & { readonly kind: string }): string {
  // Only the command itself: the number of passed tests changes.
  const command = kind === "command" ? /^`[^`]+`/.exec(text)?.[0] : undefined;
  return shortId(`${kind} ${plainText(command ?? text)}`);
}

/** Without case, backticks and extra spaces. */
export function plainText(text: string): string {
  return text.toLowerCase().replaceAll("`", "").replace(/\s+/g, " ").trim();
}
