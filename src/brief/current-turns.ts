import { removedIn } from "../model/fold/declared/declared.js";
import type { WorkItem } from "../model/fold/item/item.js";
import { closedNotes } from "../model/fold/item/items.js";
import { saidKey } from "../model/fold/item/new-item.js";
import { plainText } from "../model/fold/memory/memory.js";
import type { ProjectState } from "../model/fold/project.js";
import type { Note, TurnNotes } from "../model/fold/session/note.js";
import { replacedIn } from "../model/replaced.js";
import type { Store } from "../model/store/store.js";

/**
 * The given turns without the sentences of items that are done, superseded, resolved, refuted or dropped, and with the
 * wording that somebody gave to others.
 */
export function currentTurns(turns: readonly TurnNotes[], items: readonly WorkItem[]): readonly TurnNotes[] {
  const closed = closedNotes(items);
  const worded = new Map(
    items
      .filter(({ why }) => why.some(({ did }) => did === "edited"))
      .flatMap(({ said, text }) => said.map((key) => [key, text] as const)),
  );
  if (closed.size + worded.size === 0) return turns;
  return turns.map((turn) => ({
    ...turn,
    notes: turn.notes.flatMap((note): Note[] => {
      if (note.is !== "said") return [note];
      const key = saidKey(note.event, note);
      const text = worded.get(key);
      return closed.has(key) ? [] : [text === undefined ? note : { ...note, text }];
    }),
  }));
}

const MAX_MEMORIES_READ = 300;

/** The turns without sentences that a person removed from memory or replaced by a statement. */
export function withoutRemoved(
  turns: readonly TurnNotes[],
  store: Store,
  state: ProjectState | undefined,
): readonly TurnNotes[] {
  const { removals = [], facts = [] } = state?.declared ?? {};
  if (
    state === undefined ||
    (removals.length === 0 && facts.every(({ supersedes }) => supersedes === undefined))
  )
    return turns;
  const isRemoved = removedIn(state);
  const replaced = replacedIn(store, state.project, state);
  const gone = (["decision", "convention", "blocker"] as const)
    .flatMap((kind) => store.memories.latest(state.project, { kind, limit: MAX_MEMORIES_READ }))
    .filter((memory) => memory.session !== "" && (isRemoved(memory) || replaced(memory) !== undefined))
    .map(({ text }) => plainText(text));
  const isGone = (text: string) => gone.some((other) => other.includes(text) || text.includes(other));
  return turns.map((turn) => ({
    ...turn,
    notes: turn.notes.filter((note) => note.is !== "said" || !isGone(plainText(note.text))),
  }));
}
