import { TidemarkError } from "../error.js";
import { dataHome, type Env } from "../host/env.js";
import { type Drained, type DrainOptions, drain } from "../model/drain.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { explain, onStore } from "../model/store/open.js";
import type { Store } from "../model/store/store.js";
import { type Here, here } from "./here.js";

/** The opened memory, drained to the end of the journal. */
export interface Opened extends Here, DrainOutcome {
  readonly store: Store;
}

interface DrainOutcome {
  readonly drained: Drained;
  readonly obstacle?: TidemarkError;
}

export function open(env: Env, cwd: string, onProgress?: (events: number) => void): Opened {
  const home = dataHome(env);
  const opened = onStore(home, {}, (store) => ({ store, ...drainIfPossible(home, store, { onProgress }) }));
  return { ...here(env, cwd), ...opened };
}

/** Drains the journal. If the database is locked or read-only, the state from before can still be read. */
export function drainIfPossible(home: string, store: Store, options: DrainOptions): DrainOutcome {
  try {
    return { drained: drain(home, store, options) };
  } catch (cause) {
    const error = explain(cause);
    if (!(error instanceof TidemarkError) || !TEMPORARY.has(error.code)) throw cause;
    return { drained: { events: 0, badLines: 0, done: false }, obstacle: error };
  }
}

const TEMPORARY: ReadonlySet<TidemarkError["code"]> = new Set(["store-busy", "home-unwritable"]);

/** Reads a list from the project's state, which is missing until something is recorded. */
export function fromProject<T>(
  { store, project }: Pick<Opened, "store" | "project">,
  read: (state: ProjectState) => readonly T[],
): readonly T[] {
  const state = store.project(project);
  return state === undefined ? [] : read(state);
}

/** Finds a session by its id or the start of it. Default: the newest that has done something. */
export function findSession({ store, project }: Opened, id: string | undefined): SessionState {
  if (id === undefined) {
    const [worked] = store.sessions({ project, worked: true, limit: 1 });
    const [newest] = store.sessions({ project, limit: 1 });
    const found = worked ?? newest;
    if (found !== undefined) return found;
    throw new TidemarkError("not-found", "No session has been recorded in this project yet.", {
      hint: "Work with a connected agent first (tidemark init), or name a session: tidemark sessions --all",
    });
  }
  const found = store.findSessions(id);
  const exact = found.filter((state) => state.session === id);
  const candidates = exact.length > 0 ? exact : found;
  const here = candidates.filter((state) => state.project === project);
  const [only, second] = here.length > 0 ? here : candidates;
  if (only === undefined) {
    throw new TidemarkError("not-found", `There is no session "${id}".`, {
      hint: "See them with: tidemark sessions --all",
    });
  }
  if (second !== undefined && second.session !== only.session) {
    const some = candidates.slice(0, 4).map((state) => state.session);
    throw new TidemarkError("bad-argument", `"${id}" is the start of more than one session.`, {
      hint: `Give more of it: ${some.join(", ")}`,
    });
  }
  return only;
}

/** Finds the only entry whose id is the prefix or begins with it. `list` names the command that shows them. */
export function findByPrefix<T extends { readonly id: string }>(
  entries: readonly T[],
  prefix: string,
  what: string,
  list: string,
): T {
  const exact = entries.find(({ id }) => id === prefix);
  if (exact !== undefined) return exact;
  const found = prefix === "" ? [] : entries.filter(({ id }) => id.startsWith(prefix));
  const [only] = found;
  if (only === undefined) {
    throw new TidemarkError("not-found", `There is no ${what} "${prefix}" in this project.`, {
      hint: `See them with: ${list}`,
    });
  }
  const ids = [...new Set(found.map(({ id }) => id))].slice(0, 4);
  if (ids.length === 1) return only;
  throw new TidemarkError("bad-argument", `"${prefix}" is the start of more than one ${what}.`, {
    hint: `Give more of it: ${ids.join(", ")}`,
  });
}
