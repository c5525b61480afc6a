import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import { lookAround } from "../host/world.js";
import { type TreeState, treeOf } from "../model/fold/item/tree.js";
import type { TurnNotes } from "../model/fold/session/note.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import type { Store } from "../model/store/store.js";
import { clean } from "../render/clean.js";
import { phrasesFor } from "../render/phrase.js";
import { mayBeDirty, treeLines } from "./source/tree.js";

/** How many turns are read to know where the work stands. */
export const MAX_TURNS = 60;

/** The work tree by the notes of the last turns, latest first, and by what git said after them in the given sessions. */
export function treeIn(turns: readonly TurnNotes[], sessions: readonly SessionState[]): TreeState {
  const seen = sessions.flatMap(({ session, tree }) => (tree === undefined ? [] : { session, ...tree }));
  return treeOf(turns.toReversed(), seen);
}

/** The files to ask git about; undefined if the work left nothing that git can confirm. */
export function askedOf(tree: TreeState | undefined): readonly string[] | undefined {
  if (tree === undefined) return undefined;
  const files = mayBeDirty(tree);
  const { unpushed, stashes, isPushedWithoutPullRequest } = tree;
  return files.length + unpushed.length + stashes > 0 || isPushedWithoutPullRequest ? files : undefined;
}

/** What the work left here, for a person who asks. */
export function treeHere(
  store: Store,
  { project, place, env }: { readonly project: string; readonly place: Place; readonly env: Env },
  sessions: readonly SessionState[],
): string[] {
  const tree = treeIn(store.notes(project, MAX_TURNS), sessions);
  const dirty = askedOf(tree);
  if (dirty === undefined) return [];
  const branches = tree.branch === undefined ? [] : [tree.branch];
  const world = lookAround(place, { branches, dirty }, env);
  const phrases = phrasesFor("en");
  const now = world.tree?.branch;
  const isMoved = now !== undefined && tree.branch !== undefined && now !== tree.branch;
  return [
    ...treeLines(tree, world, phrases).map(({ text }) => text),
    ...(isMoved ? [`${phrases.onBranch}: ${phrases.moved(clean(now), clean(tree.branch))}`] : []),
  ];
}
