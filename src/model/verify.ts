import { TidemarkError } from "../error.js";
import { drain } from "./drain.js";
import { eachEvent } from "./history.js";
import { dropStore, explain, openInMemory, openStore } from "./store/open.js";
import type { BadLine, Store } from "./store/store.js";

export interface Verified {
  readonly same: boolean;
  readonly events: number;
  readonly sessions: number;
  readonly badLines: number;
  /** Lines that were damaged after they were drained: a rebuild would lose them. */
  readonly damagedSince: readonly BadLine[];
  /** How many events the model knows that the journal no longer has. */
  readonly missing: number;
  /** The first difference: `kept` from the model, `told` from the journal. */
  readonly difference?: { readonly kept: string; readonly told: string };
}

/** Compares the read model byte for byte with one rebuilt in memory. */
export function verify(home: string, store: Store, onProgress?: (events: number) => void): Verified {
  drain(home, store);
  const fresh = openInMemory();
  drain(home, fresh, { onProgress });
  const kept = [...dump(store)];
  const told = [...dump(fresh)];
  const found = kept.findIndex((line, index) => line !== told[index]);
  const same = found === -1 && kept.length === told.length;
  const at = found === -1 ? kept.length : found;
  const { events, sessions, badLines } = store.counts();
  const known = new Set(store.badLines().map(({ file, offset }) => `${file} ${offset}`));
  const damagedSince = fresh.badLines().filter(({ file, offset }) => !known.has(`${file} ${offset}`));
  fresh.close();
  const difference = same ? undefined : { kept: kept[at] ?? "(nothing)", told: told[at] ?? "(nothing)" };
  const missing = missingEvents(home, store);
  return { same, events, sessions, badLines, damagedSince, missing, difference };
}

/** Deletes the read model and builds it from the journal. */
export function rebuild(home: string, onProgress?: (events: number) => void): Store {
  dropStore(home);
  const store = openStore(home);
  drain(home, store, { onProgress });
  store.memories.index();
  return store;
}

const ALL = 1_000_000_000;

/** Everything the folds derived, as lines in a fixed order, without the places of events in the journal. */
export function* dump(store: Store): Generator<string> {
  for (const state of store.projects()) {
    yield JSON.stringify(state);
    for (const notes of store.notes(state.project, ALL)) yield JSON.stringify(notes);
    for (const footprint of store.footprints(state.project, ALL)) yield JSON.stringify(footprint);
    yield JSON.stringify(store.threads(state.project) ?? null);
    for (const thread of store.retiredThreads(state.project)) yield JSON.stringify(thread);
    for (const join of store.joins(state.project)) yield JSON.stringify(join);
    yield* memoryLines(store, state.project, "");
  }
  const sessions = store.sessions({}).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  for (const { project, session, messages } of sessions) {
    yield JSON.stringify(store.session(project, session));
    for (const turn of store.turns(project, session)) yield JSON.stringify(turn);
    yield JSON.stringify(store.events(project, session).map(({ id, type, clock }) => [id, type, clock]));
    if (messages !== undefined)
      yield JSON.stringify(store.messages(project, session, { limit: ALL }).map(({ id }) => id));
    yield* memoryLines(store, project, session);
  }
}

// Its number depends on which session came first, and its fields have no order.
function* memoryLines(store: Store, project: string, session: string): Generator<string> {
  for (const { n: _, ...memory } of store.memories.ofSession(project, session))
    yield JSON.stringify(Object.entries(memory).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function key({ project, session }: { project: string; session: string }): string {
  return `${project}\n${session}`;
}

/** How many events the read model knows that the journal no longer has: what a rebuild would lose. */
export function missingEvents(home: string, store: Store): number {
  const recorded = new Set<string>();
  eachEvent(home, {}, ({ id }) => recorded.add(id));
  let missing = 0;
  const outside = store.projects().map(({ project }) => ({ project, session: "" }));
  const sessions = store.sessions({}).filter(({ session }) => session !== "");
  for (const { project, session } of [...outside, ...sessions])
    for (const { id } of store.events(project, session)) if (!recorded.has(id)) missing++;
  // Sessions that no fold knows yet are not listed, but counted.
  return Math.max(missing, store.counts().events - recorded.size);
}

/** Like {@link missingEvents}, but 0 for a damaged model. Throws if the model is of a newer Tidemark. */
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

/** Fills an emptied model from the journal. */
export function refill(home: string, onProgress?: (events: number) => void): void {
  const store = openStore(home, { wait: 20_000 });
  try {
    drain(home, store, { onProgress });
    store.memories.index();
  } finally {
    store.close();
  }
}
