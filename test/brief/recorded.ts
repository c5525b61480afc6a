import { viewFrom } from "../../src/brief/choose/view.js";
import { treeIn } from "../../src/brief/load-tree.js";
import type { Situation } from "../../src/brief/situation.js";
import type { TidemarkEvent } from "../../src/event/registry.js";
import { foldFootprint } from "../../src/model/fold/footprint/footprint.js";
import type { TurnNotes } from "../../src/model/fold/session/note.js";
import { type FoldedSession, foldSession } from "../../src/model/fold/session/session.js";
import type { Kind } from "../../src/render/phrase.js";

export const NOW = 1_900_000_000_000;

/** The states, the notes and the view that events leave. */
export function recorded(
  past: readonly TidemarkEvent[],
  kind: Kind,
  prompt?: string,
): Pick<Situation, "about" | "plan" | "decisions" | "view" | "session" | "turns" | "tree"> {
  const folded = foldAll(past);
  if (folded === undefined || kind === "first")
    return { plan: [], decisions: [], session: "asking", turns: [] };
  const about = folded.state;
  const goesOn = kind === "compact" || kind === "resume";
  const session = goesOn ? about.session : "asking";
  const view = viewFrom({
    walks: [{ session: about.session, footprint: foldFootprint(undefined, past) }],
    states: [about],
    moment: goesOn ? "going" : kind === "prompt" ? "prompt" : "start",
    session,
    now: NOW,
    ...(prompt === undefined ? {} : { prompt }),
  });
  const decisions = about.found.decisions.map((made) => ({ ...made, session: about.session })).reverse();
  const turns = kind === "prompt" ? [] : notesOf(folded);
  const tree = kind === "prompt" ? undefined : treeIn(turns, [about]);
  return { about, plan: about.plan, decisions, view, session, turns, tree };
}

function foldAll([first, ...rest]: readonly TidemarkEvent[]): FoldedSession | undefined {
  return first === undefined ? undefined : foldSession(undefined, [first, ...rest]);
}

/** The notes as the store gives them: the latest turn first, turns without notes left out. */
function notesOf({ state, closed }: FoldedSession): TurnNotes[] {
  const { session, turn } = state;
  return [...closed, turn].reverse().flatMap(({ id, n, at, branch, edited, notes = [] }) => {
    return notes.length === 0 ? [] : { session, turn: id, n, at, branch, edited, notes };
  });
}
