import { TidemarkError } from "../../error.js";
import type { Point } from "../../event/order.js";
import { beginWorkBranch } from "../../extra/extras.js";
import { now } from "../../host/clock.js";
import { newId } from "../../host/device.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import type { Ground } from "./ground.js";
import { behind, eachPointer, lastPoint, readMessages } from "./read-messages.js";
import { sessionStart } from "./session-start.js";

export interface ForkOptions {
  /** The id of the last message that belongs to both; the last there is unless given. */
  readonly at?: string;
  /** Begins a branch of work of this name with it. */
  readonly name?: string;
}

/** No message comes before it. */
const NOWHERE: Point = { clock: 0, id: "" };

/** Begins a session with the messages of another up to a point, and gives its id. */
export function forkSession(ground: Ground, from: SessionState, { at, name }: ForkOptions): string {
  const opened = ground.opened();
  const begin = name === undefined ? undefined : beginWorkBranch(opened, name);
  const named = at === undefined ? undefined : findMessage(ground, from, at);
  const { clock, id } = named ?? lastPoint(ground, from.session) ?? NOWHERE;
  const upTo = { clock, id };
  // What was decided since the last message still belongs to both, unless somebody names a point.
  const until = named?.at ?? now();
  const session = newId(now());
  ground.append(session, [
    sessionStart(ground.redact, "fork"),
    { type: "session.forked", data: { from: from.session, upTo } },
  ]);
  if (begin !== undefined) {
    const turns = opened.store.turns(ground.project, from.session);
    const turn = turns.findLast((one) => one.at <= until)?.n ?? 0;
    begin(ground, { session: from.session, turn, until }, session);
  }
  return session;
}

function findMessage(ground: Ground, { session }: SessionState, id: string) {
  for (const pointer of eachPointer(ground, session)) {
    if (pointer.id !== id) continue;
    const [found] = readMessages(ground, session, { limit: 1, before: behind(pointer) });
    if (found !== undefined) return found;
  }
  throw new TidemarkError("not-found", `The session ${session.slice(0, 8)} has no message "${id}".`, {
    hint: "Take the id of a message from history() or add().",
  });
}
