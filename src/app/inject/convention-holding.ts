import type { DeclaredFact } from "../../fold/declared/declared-fact.js";
import { removedIn } from "../../fold/declared/removal.js";
import type { ProjectState } from "../../fold/project.js";
import type { Store } from "../../store/store.js";
import { replacedIn } from "../declare/replaced.js";

const LOOKED_AT = 8;
const MOST = 3;

/** What people said of how work is done here, in a prompt and not by declaring it: the newest that still hold. */
export function conventionsHolding(store: Store, state: ProjectState): DeclaredFact[] {
  const isRemoved = removedIn(state);
  const replaced = replacedIn(store, state.project, state);
  const found = store.memories
    .latest(state.project, { kind: "convention", limit: LOOKED_AT })
    .filter((memory) => memory.session !== "" && !isRemoved(memory) && replaced(memory) === undefined);
  const once = new Map(found.map((memory) => [memory.text.toLowerCase(), memory]));
  return [...once.values()].slice(0, MOST).map(({ id, text, at, session, branch }) => ({
    id,
    kind: "convention",
    text,
    by: "user",
    at,
    session,
    ...(branch === undefined ? {} : { branch }),
  }));
}
