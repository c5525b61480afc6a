import { tryReadAt } from "../journal/read.js";
import { type InjectionMade, type LedgerEntry, ledgerOf } from "../model/fold/footprint/ledger.js";
import type { IndexedEvent, Store } from "../model/store/store.js";
import { findSession, type Opened } from "../project/open.js";

export interface LedgerFilter {
  /** The session's id, or the start of it. */
  readonly session?: string;
  readonly since?: number;
}

/** Lists what was injected into this project's sessions and what they used of it, newest first. */
export function ledger(opened: Opened, { session, since = 0 }: LedgerFilter): LedgerEntry[] {
  const { home, store } = opened;
  const only = session === undefined ? undefined : findSession(opened, session);
  const project = only?.project ?? opened.project;
  const states = only === undefined ? store.sessions({ project }) : [only];
  const places = states
    .filter(({ lastAt }) => lastAt >= since)
    .flatMap((state) => store.events(project, state.session))
    .filter(({ type }) => type === "injection.made");
  const made = injectionsAt(home, places).filter(({ at }) => at >= since);
  const said = saidIn(store, project, new Set(made.map((injection) => injection.session)));
  return ledgerOf(made, (id) => said.get(id) ?? []);
}

function injectionsAt(home: string, places: readonly IndexedEvent[]): InjectionMade[] {
  return [...new Set(places.map(({ file }) => file))].flatMap((file) => {
    const inFile = places.filter((place) => place.file === file);
    return tryReadAt(home, file, inFile).flatMap((reading) =>
      reading.is === "event" && reading.event.type === "injection.made" ? [reading.event] : [],
    );
  });
}

function saidIn(store: Store, project: string, sessions: ReadonlySet<string>) {
  // Footprints come in the order of sessions, so only those back to the oldest wanted one are read.
  const worked = store.sessions({ project, worked: true });
  const oldest = worked.findLastIndex(({ session }) => sessions.has(session));
  const footprints = oldest === -1 ? [] : store.footprints(project, oldest + 1);
  return new Map(footprints.map(({ session, footprint }) => [session, footprint.said]));
}
