import type { Envelope } from "../../../event/envelope.js";
import type { SessionDraft } from "../session/session-draft.js";
import { shortId } from "../stamp.js";
import type { Memory } from "./memory-state.js";

type Said = Pick<Memory, "kind" | "by" | "text"> & { readonly files?: readonly string[] };

/** Keeps something to be recalled, as what this event showed in the present turn. */
export function remember(draft: SessionDraft, event: Envelope, { kind, by, text, files = [] }: Said): void {
  const branch = event.branch ?? draft.branch;
  draft.memories.push({
    id: idFor(draft.memories, `${event.id}.${kind}`),
    kind,
    by,
    at: event.at,
    session: draft.session,
    author: event.author,
    turn: turnName(draft.turn.id),
    branch,
    files,
    text,
  });
}

// A turn gives several memories, one after the other.
let last = { id: "", name: "" };

function turnName(id: string): string {
  if (last.id !== id) last = { id, name: shortId(id) };
  return last.name;
}

/** One event may give several of a kind: "….decision", "….decision2". */
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

/** What a memory says, whatever event showed it: the same for all that were found of one thing. */
export function memoryKey({ kind, text }: Pick<Memory, "text"> & { readonly kind: string }): string {
  // Of a command that works only the command: how many tests passed changes from day to day.
  const command = kind === "command" ? /^`[^`]+`/.exec(text)?.[0] : undefined;
  return shortId(`${kind} ${plainText(command ?? text)}`);
}

/** Without what does not change what is said. */
export function plainText(text: string): string {
  return text.toLowerCase().replaceAll("`", "").replace(/\s+/g, " ").trim();
}
