import { compareEvents, type Point } from "../event/order.js";
import type { Store } from "./store/store.js";

/** A session whose messages belong to a conversation, and the last of them that does; all of them where none is named. */
export interface Ancestor {
  readonly session: string;
  readonly upTo?: Point;
}

const DEEPEST = 1_000;

/** A session and those it was forked from, itself first. A point reaches through the forks before it. */
export function lineageOf(store: Pick<Store, "session">, project: string, session: string): Ancestor[] {
  const lineage: Ancestor[] = [{ session }];
  const met = new Set([session]);
  for (const { session: name, upTo } of lineage) {
    const forked = store.session(project, name)?.state.forked;
    if (forked === undefined || met.has(forked.from) || lineage.length >= DEEPEST) break;
    met.add(forked.from);
    const until = earlier(upTo, forked.upTo);
    lineage.push({ session: forked.from, upTo: until });
  }
  return lineage;
}

function earlier(one: Point | undefined, other: Point | undefined): Point | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareEvents(one, other) < 0 ? one : other;
}
