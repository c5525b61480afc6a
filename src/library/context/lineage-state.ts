import { compareEvents, type Point } from "../../event/order.js";
import type { TidemarkEvent } from "../../event/registry.js";
import { journalState } from "../../journal/file.js";
import { expandMessages } from "../../model/fold/expand-messages.js";
import { inherit } from "../../model/fold/session/inherit.js";
import { replaySession } from "../../model/fold/session/rewind.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { type Ancestor, lineageOf } from "../../model/lineage.js";
import { sessionEvents } from "../../model/session-events.js";
import type { Store } from "../../model/store/store.js";

/** How a session stands together with those it goes on from. */
export interface LineageState {
  readonly project: string;
  readonly session: string;
  /** How it stands with what it goes on from; undefined where nothing has happened in it. */
  readonly own: SessionState | undefined;
  /** What it goes on from, the nearest first. */
  readonly before: readonly Earlier[];
}

interface Earlier extends Ancestor {
  /** When it was left. */
  readonly until: number;
}

export function lineageState(home: string, store: Store, project: string, session: string): LineageState {
  let own = store.session(project, session)?.state;
  const before: Earlier[] = [];
  const states: SessionState[] = [];
  let child = own;
  for (const ancestor of lineageOf(store, project, session).slice(1)) {
    const state = child && stateWhenLeft({ home, store }, project, ancestor, child);
    if (state === undefined) break;
    before.push({ ...ancestor, until: state.lastAt });
    states.push(state);
    child = state;
  }
  if (own !== undefined && states.length > 0)
    own = inherit(
      own,
      states.reduceRight((earlier, next) => inherit(next, earlier)),
    );
  return { project, session, own, before };
}

/** A session as it was when another began to go on from it. Told anew where it has gone on itself since. */
function stateWhenLeft(
  ground: { readonly home: string; readonly store: Store },
  project: string,
  { session, upTo }: Ancestor,
  { forked }: SessionState,
): SessionState | undefined {
  const { home, store } = ground;
  const kept = store.session(project, session);
  if (kept === undefined || upTo === undefined || forked === undefined) return kept?.state;
  const [next] = store.messages(project, session, { limit: 1, after: upTo, oldestFirst: true });
  const { begun } = forked;
  // What was done behind the last message that belongs to both, and before any other, belongs to both as well.
  const end = next !== undefined && compareEvents(next, begun) < 0 ? next : begun;
  if (compareEvents(kept, end) < 0) return kept.state;
  return retold(home, [project, session, pointName(end)].join("\n"), () =>
    sessionEvents(ground, { project, session }).known.filter((event) => compareEvents(event, end) < 0),
  );
}

/** What lies behind a fork changes only where something is forgotten, and telling it again takes as long as it is. */
const told = new Map<string, { readonly state: SessionState | undefined; readonly journal: string }>();
const MOST_TOLD = 50;

function retold(home: string, name: string, read: () => readonly TidemarkEvent[]): SessionState | undefined {
  const key = `${home}\n${name}`;
  const journal = journalState(home);
  const known = told.get(key);
  if (known?.journal === journal) return known.state;
  const [first, ...rest] = read();
  const state = first === undefined ? undefined : replaySession(expandMessages([first, ...rest])).state;
  if (told.size >= MOST_TOLD) told.clear();
  told.set(key, { state, journal });
  return state;
}

function pointName({ clock, id }: Point): string {
  return `${clock} ${id}`;
}
