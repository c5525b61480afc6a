import { TidemarkError } from "../error.js";
import {
  hasRoomToRemove,
  MAX_DECLARED,
  removedIn,
  removedMemories,
} from "../model/fold/declared/declared.js";
import { declaredFacts } from "../model/fold/declared/declared-fact.js";
import { replacedIn } from "../model/replaced.js";
import { declare, type Speaker } from "./declare.js";
import { itemsIn } from "./items.js";
import { findByPrefix, fromProject, type Opened } from "./open.js";
import { declaredIn, isFoundKind, type Remembered, rememberedFrom } from "./project-memory.js";
import { unremember } from "./remember.js";
import { removeRule } from "./rule.js";

/** Finds a memory by its id or the start of it. "0mi1zq8k2.fix" is the start of a found one's id. */
export function findRemembered({ store, project }: Opened, start: string): Remembered {
  const state = store.project(project);
  const stated = state === undefined ? [] : declaredIn(state);
  const replaced = replacedIn(store, project, state);
  const isRemoved = removedIn(state);
  const found = store.memories
    .find(project, eventIn(start))
    .filter((memory) => memory.session !== "" && !isRemoved(memory))
    .map((memory) => rememberedFrom(memory, replaced(memory)));
  const prefix = wholeId(start, found);
  // One event may yield a prompt and a decision. The start of its id means the one that is listed.
  const listed = [...stated, ...found.filter((one) => isFoundKind(one.kind))];
  const isListed = prefix !== "" && listed.some(({ id }) => id.startsWith(prefix));
  const isExact = found.some(({ id }) => id === prefix);
  return findByPrefix(isListed && !isExact ? listed : found, prefix, "memory", "tidemark memory --all");
}

export function isRemembered({ store, project }: Opened, id: string): boolean {
  const state = store.project(project);
  if (state === undefined) return false;
  const isRemoved = removedIn(state);
  return (
    declaredFacts(state).some((fact) => fact.id === id) ||
    store.memories.find(project, id).some((memory) => memory.id === id && !isRemoved(memory))
  );
}

/** Finds the memory or the decision that a new fact supersedes, by its id or the start of it. */
export function findToSupersede(opened: Opened, prefix: string): Remembered {
  const item = itemsIn(opened).find(({ id, kind }) => id === prefix && kind === "decision");
  if (item !== undefined) return { ...item, kind: "decision", from: "found", files: [] };
  const found = findRemembered(opened, prefix);
  if (found.from !== "rule") return found;
  throw new TidemarkError(
    "bad-argument",
    `"${prefix}" is a rule of the profile, and no fact takes its place.`,
    { hint: `Give the new rule and take the old one back: tidemark profile remove-rule ${prefix}` },
  );
}

/** Removes a memory for good: a stated one is taken back, a found one is not found again. */
export function removeRemembered(opened: Opened, prefix: string, speaker?: Speaker) {
  const removed = findRemembered(opened, prefix);
  if (removed.from === "declared") return { removed, fact: unremember(opened, removed.id, speaker) };
  if (removed.from === "rule") removeRule(opened, removed.id, speaker);
  else removeFound(opened, removed, speaker);
  return { removed };
}

/** Restores a removed memory, so that it can be found again. */
export function restoreRemembered(opened: Opened, prefix: string, speaker?: Speaker) {
  const { store, project } = opened;
  const removed = fromProject(opened, removedMemories);
  const list = "tidemark history --type memory.removed";
  const { id, key } = findByPrefix(removed, wholeId(prefix, removed), "removed memory", list);
  const known = store.memories.find(project, id).find((memory) => memory.id === id);
  for (const one of removed.filter((other) => other.id === id || (key !== undefined && other.key === key)))
    declare(opened, { type: "memory.restored", data: { memory: one.id } }, speaker);
  return { id, text: known?.text };
}

/** Removes the text with it: the next session would find the same words and commands. */
function removeFound(opened: Opened, { id, kind, text }: Remembered, speaker?: Speaker): void {
  const state = opened.store.project(opened.project);
  if (state !== undefined && !hasRoomToRemove(state, id)) {
    const said = `No more than ${MAX_DECLARED.removals} memories can be removed.`;
    const hint = `Have it shown last instead: tidemark rate ${id} down`;
    throw new TidemarkError("bad-argument", said, { hint });
  }
  declare(opened, { type: "memory.removed", data: { memory: id, kind, text } }, speaker);
}

/** Completes the start of an event's id followed by a kind. Returns anything else as it is. */
function wholeId(start: string, entries: readonly { readonly id: string }[]): string {
  const event = eventIn(start);
  if (event === "" || event === start) return start;
  const kind = start.slice(event.length);
  const [only, ...rest] = entries.filter(({ id }) => id.startsWith(event) && id.endsWith(kind));
  return only === undefined || rest.length > 0 ? start : only.id;
}

function eventIn(id: string): string {
  return id.split(".", 1)[0] ?? "";
}
