import { compareEvents, type Point } from "../../event/order.js";
import type { TurnState } from "../../model/fold/session/session-state.js";
import type { Store } from "../../model/store/store.js";
import type { Message } from "../message/message.js";
import type { Story } from "../summary/digest.js";
import { readSummary } from "../summary/read-summary.js";
import { isAsking, turnNotes } from "./digest.js";
import type { LineageState } from "./lineage-state.js";

/** The story of a conversation, up to a point if later messages stay. An open request is its last. */
export function wholeStory(store: Store, lineage: LineageState, most: number, upTo?: Point): Story {
  const { own } = lineage;
  const all = turnsOf(store, lineage, most);
  const turns = all.filter(
    ({ end }) => end !== undefined && (upTo === undefined || compareEvents(end, upTo) < 0),
  );
  const open = upTo === undefined ? all.at(-1) : undefined;
  const isOpen = open !== undefined && open.end === undefined;
  const asked = turns.map(({ request }) => request).filter(isAsking);
  const { story } = readSummary(own?.compaction?.summary ?? "");
  return {
    // If the first turns are too far back, the last summary says more.
    ...(all.length < most ? { first: asked[0] ?? "" } : { text: story }),
    turns: turnNotes(turns),
    request: isOpen && isAsking(open.request) ? open.request : undefined,
    left: isOpen ? open.closing : undefined,
  };
}

/** The story of the last summary, and the turns between it and the shown messages. */
export function storySince(
  store: Store,
  lineage: LineageState,
  messages: readonly Message[],
  most: number,
): Story {
  const { compaction } = lineage.own ?? {};
  const { story } = readSummary(compaction?.summary ?? "");
  const since = compaction?.upTo;
  const [shown] = messages;
  const turns = turnsOf(store, lineage, most);
  const between = turns.filter(
    ({ end }) =>
      end !== undefined &&
      (since === undefined || compareEvents(end, since) > 0) &&
      (shown === undefined || compareEvents(end, shown) < 0),
  );
  // The request behind the shown messages may be far above them.
  const above = messages.some(({ role }) => role === "user") ? undefined : turns.at(-1);
  return {
    text: story,
    turns: turnNotes(between),
    request: above && isAsking(above.request) ? above.request : undefined,
  };
}

/** The last turns of a session and its ancestors. */
function turnsOf(store: Store, { project, session, before }: LineageState, most: number): TurnState[] {
  let turns = store.turns(project, session, most);
  for (const { session: from, upTo } of before) {
    if (turns.length >= most) break;
    const earlier = store
      .turns(project, from, most)
      .filter(({ end }) => upTo === undefined || (end !== undefined && compareEvents(end, upTo) <= 0));
    turns = [...earlier, ...turns];
  }
  return turns.slice(-most);
}
