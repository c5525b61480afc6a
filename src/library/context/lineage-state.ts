import { compareEvents } from "../../event/order.js";
import type { TidemarkEvent } from "../../event/registry.js";
import { journalState } from "../../journal/file.js";
import { expandMessages } from "../../model/fold/expand-messages.js";
import { inherit } from "../../model/fold/session/inherit.js";
import { replaySession } from "../../model/fold/session/session.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { type Ancestor, lineageOf } from "../../model/lineage.js";
import { sessionEvents } from "../../model/session-events.js";
import type { Store } from "../../model/store/store.js";

/** The state of a session together with its ancestors. */
export interface LineageState {
  readonly project: string;
  readonly session: string;
  /** Includes inherited state; undefined if nothing has happened in the session. */
  readonly own: SessionState | undefined;
  /** Its ancestors, the nearest first. */
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

/** A session as it was when it was forked; rebuilt from the journal if it has continued since. */
function stateWhenLeft(
  source: { readonly home: string; readonly store: Store },
  project: string,
  { session, upTo }: Ancestor,
  { forked }: SessionState,
): SessionState | undefined {
  const { home, store } = source;
  const kept = store.session(project, session);
  if (kept === undefined || upTo === undefined || forked === undefined) return kept?.state;
  const [next] = store.messages(project, session, { limit: 1, after: upTo, oldestFirst: true });
  const { begun } = forked;
  // Events between the last shared message and the next one are shared, too.
  const end = next !== undefined && compareEvents(next, begun) < 0 ? next : begun;
  if (compareEvents(kept, end) < 0) return kept.state;
  return rebuilt(home, [project, session, `${end.clock} ${end.id}`].join("\n"), () =>
    sessionEvents(source, { project, session }).known.filter((event) => compareEvents(event, end) < 0),
  );
}

/** Rebuilding is slow, and its result changes only if the journal does. */
const rebuiltStates = new Map<
  string,
  { readonly state: SessionState | undefined; readonly journal: string }
>();

function rebuilt(home: string, name: string, read: () => readonly TidemarkEvent[]): SessionState | undefined {
  const key = `${home}\n${name}`;
  const journal = journalState(home);
  const known = rebuiltStates.get(key);
  if (known?.journal === journal) return known.state;
  const [first, ...rest] = read();
  const state = first === undefined ? undefined : replaySession(expandMessages([first, ...rest])).state;
  if (rebuiltStates.size >= 50) rebuiltStates.clear();
  rebuiltStates.set(key, { state, journal });
  return state;
}
