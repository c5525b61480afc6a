import type { Fields } from "../../agent/payload/fields.js";
import { isAlive } from "../../host/process/process.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { statusOf } from "../../model/fold/session/status.js";
import { sessionEvents } from "../../model/session-events.js";
import { findSession } from "../../project/open.js";
import { wholeState } from "../../session/whole-state.js";
import { count } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import { type Answer, recorded } from "../answer.js";
import { choiceIn, optionalText } from "../argument.js";
import { atDesk, type Desk } from "../desk.js";
import { stateLines, turnLines } from "../session-lines.js";
import type { Caller } from "../work.js";

const WHAT = ["state", "list", "show", "history"] as const;
const MOST_LISTED = 15;
const MOST_EVENTS = 40;
const LONGEST_EVENT = 160;

/** Tells of the project's sessions. */
export async function session(args: Fields, caller: Caller): Promise<Answer> {
  const what = choiceIn(args, "what", WHAT, "state");
  return { text: await sessionText(what, optionalText(args, "id"), caller) };
}

export function sessionText(
  what: (typeof WHAT)[number],
  id: string | undefined,
  caller: Caller,
): Promise<string> {
  return atDesk(caller, (desk) => {
    switch (what) {
      case "list":
        return list(desk);
      case "state":
        return state(desk, sessionOf(desk, id));
      case "show":
        return show(desk, sessionOf(desk, id));
      case "history":
        return history(desk, sessionOf(desk, id));
    }
  });
}

/** The one that is named; else the one that calls, where something was recorded of it; else the newest. */
function sessionOf(desk: Desk, id: string | undefined): SessionState {
  const own = desk.speaker?.session;
  const calling = own ? desk.store.session(desk.project, own)?.state : undefined;
  return id === undefined && calling !== undefined ? calling : findSession(desk, id);
}

function list({ store, project, now }: Desk): string {
  const found = store.sessions({ project, worked: true, limit: MOST_LISTED });
  if (found.length === 0) return "No session has worked in this project yet.";
  const lines = found.flatMap((one) => {
    const { session, agent, lastAt, prompts, tools, branch, work } = one;
    const status = statusOf(one, now, isAlive(one.pid, one.pidSince));
    const facts = [agent, status, ago(lastAt, now), count(prompts, "prompt"), count(tools, "tool call")];
    const head = `${session.slice(0, 8)} ${[...facts, ...(branch === undefined ? [] : [branch])].join(" · ")}`;
    return work.request === undefined ? [head] : [head, `  ${work.request}`];
  });
  return recorded("The latest sessions of this project, the newest first:", lines);
}

function state(desk: Desk, of: SessionState): string {
  return recorded("The state of the session:", stateLines(of, wholeState(desk, of), desk.now));
}

function show(desk: Desk, of: SessionState): string {
  const turns = desk.store.turns(of.project, of.session);
  return recorded("The session turn by turn, the last turn first:", turnLines(of, turns, desk.now));
}

function history(desk: Desk, of: SessionState): string {
  const lines = sessionEvents(desk, of)
    .known.slice(-MOST_EVENTS)
    .reverse()
    .map(({ at, type, data }) => `${localTime(at)} ${type} ${JSON.stringify(data).slice(0, LONGEST_EVENT)}`);
  return recorded("The last events of the session, the newest first:", lines);
}
