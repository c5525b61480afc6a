import { compareEvents, type Point } from "../../event/order.js";
import type { TurnState } from "../../model/fold/session/session-state.js";
import type { Store } from "../../model/store/store.js";
import type { Message } from "../message/message.js";
import type { Story } from "../summary/digest.js";
import { readSummary } from "../summary/read-summary.js";
import { isAsking, turnNotes } from "./digest.js";
import type { LineageState } from "./lineage-state.js";

/**
 * How a whole conversation went, as far back as its last turns reach; or up to a point, where what came behind it stays
 * as it was said and need not be told. A request that is still being worked on is told as the last.
 */
export function wholeStory(store: Store, lineage: LineageState, most: number, upTo?: Point): Story {
  const { own } = lineage;
  const all = turnsOf(store, lineage, most);
  const turns = all.filter(({ end }) => (upTo === undefined ? end !== undefined : isOver(end, upTo)));
  const open = upTo === undefined ? all.at(-1) : undefined;
  const isOpen = open !== undefined && open.end === undefined;
  const asked = turns.map(({ request }) => request).filter(isAsking);
  const { story } = readSummary(own?.compaction?.summary ?? "");
  return {
    // Where the first turns are too far back, what was told of them before says more.
    ...(all.length < most ? { first: asked[0] ?? "" } : { told: story }),
    turns: turnNotes(turns),
    ...(isOpen && isAsking(open.request) ? { request: open.request } : {}),
    ...(isOpen && open.closing !== undefined ? { left: open.closing } : {}),
  };
}

/** What was told of it at its last compaction, and what came between that and the messages that are shown. */
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
  // The request that all the messages shown are about may be far above them.
  const above = messages.some(({ role }) => role === "user") ? undefined : turns.at(-1);
  return {
    told: story,
    turns: turnNotes(between),
    ...(above === undefined || !isAsking(above.request) ? {} : { request: above.request }),
  };
}

function isOver(end: Point | undefined, shown: Point): boolean {
  return end !== undefined && compareEvents(end, shown) < 0;
}

/** The last turns, on into those it goes on from. */
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
