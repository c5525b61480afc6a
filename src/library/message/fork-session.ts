import { TidemarkError } from "../../error.js";
import { beginWorkBranch } from "../../extra/extras.js";
import { now } from "../../host/clock.js";
import { newId } from "../../host/device.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { behind, eachPointer, lastPoint, readMessages } from "./read-messages.js";
import { sessionStart } from "./session-start.js";
import type { Workspace } from "./workspace.js";

export interface ForkOptions {
  /** The id of the last shared message. Defaults to the last one. */
  readonly at?: string;
  /** Begins a branch of work of this name. */
  readonly name?: string;
}

/** Begins a session with the messages of another and returns its id. */
export function forkSession(workspace: Workspace, from: SessionState, { at, name }: ForkOptions): string {
  const opened = workspace.opened();
  const begin = name === undefined ? undefined : beginWorkBranch(opened, name);
  const named = at === undefined ? undefined : findMessage(workspace, from, at);
  const { clock, id } = named ?? lastPoint(workspace, from.session) ?? { clock: 0, id: "" };
  const upTo = { clock, id };
  // Decisions since the last message belong to both, unless a point is named.
  const until = named?.at ?? now();
  const session = newId(now());
  workspace.append(session, [
    sessionStart(workspace.redact, "fork"),
    { type: "session.forked", data: { from: from.session, upTo } },
  ]);
  if (begin !== undefined) {
    const turns = opened.store.turns(workspace.project, from.session);
    const turn = turns.findLast((one) => one.at <= until)?.n ?? 0;
    begin(workspace, { session: from.session, turn, until }, session);
  }
  return session;
}

function findMessage(workspace: Workspace, { session }: SessionState, id: string) {
  for (const pointer of eachPointer(workspace, session)) {
    if (pointer.id !== id) continue;
    const [found] = readMessages(workspace, session, { limit: 1, before: behind(pointer) });
    if (found !== undefined) return found;
  }
  throw new TidemarkError("not-found", `The session ${session.slice(0, 8)} has no message "${id}".`, {
    hint: "Take the id of a message from history() or add().",
  });
}
