import { TidemarkError } from "../../error.js";
import { drain } from "../../journal/drain.js";
import type { Store } from "../../store/port.js";
import { explain, openStore } from "../../store/sqlite/open.js";
import { eachEvent } from "../session/history.js";

/** How many events the read model knows that the journal no longer has: what a rebuild would lose. */
export function missingEvents(home: string, store: Store): number {
  const told = new Set<string>();
  eachEvent(home, {}, ({ id }) => told.add(id));
  let missing = 0;
  for (const [project, session] of sessionsOf(store))
    for (const { id } of store.events(project, session)) if (!told.has(id)) missing++;
  // Sessions that no fold knows yet are not listed, but counted.
  return Math.max(missing, store.counts().events - told.size);
}

/**
 * The same of a model that may be damaged. Such a one knows nothing, and making it anew is what a rebuild is for. One of a
 * newer Tidemark is not ours to replace.
 */
export function lostByRebuild(home: string): number {
  try {
    const store = openStore(home);
    try {
      drain(home, store);
      return missingEvents(home, store);
    } finally {
      store.close();
    }
  } catch (error) {
    const explained = explain(error);
    if (explained instanceof TidemarkError && explained.code === "store-broken") return 0;
    throw explained;
  }
}

/** With what was declared outside of any session. */
function sessionsOf(store: Store): (readonly [project: string, session: string])[] {
  const sessions = store.sessions({}).filter(({ session }) => session !== "");
  return [
    ...store.projects().map(({ project }) => [project, ""] as const),
    ...sessions.map(({ project, session }) => [project, session] as const),
  ];
}
