import { isAlive } from "../../host/process/process.js";
import { withItems } from "../../model/fold/item/fate.js";
import type { SessionState, TurnState } from "../../model/fold/session/session-state.js";
import { openItems, statusOf } from "../../model/fold/session/status.js";
import { sessionEvents } from "../../model/session-events.js";
import { itemsIn } from "../../project/items.js";
import { findSession } from "../../project/open.js";
import { type WholeState, wholeState } from "../../session/whole-state.js";
import { count } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import { type Answer, recorded } from "../answer.js";
import type { Arguments } from "../argument.js";
import { type CallContext, inContext } from "../context.js";
import type { Caller } from "../work.js";

const MAX_SESSIONS = 15;
const MAX_EVENTS = 40;
const MAX_EVENT_CHARS = 160;
const MAX_FILES = 20;
const MAX_TURNS = 25;
const MAX_ANSWER_CHARS = 200;

export async function session(args: Arguments<"session">, caller: Caller): Promise<Answer> {
  return { text: await sessionText(args("what") ?? "state", args("id"), caller) };
}

export function sessionText(
  what: "state" | "list" | "show" | "history",
  id: string | undefined,
  caller: Caller,
): Promise<string> {
  return inContext(caller, (context) => {
    switch (what) {
      case "list":
        return list(context);
      case "state":
        return state(context, sessionOf(context, id));
      case "show":
        return show(context, sessionOf(context, id));
      case "history":
        return history(context, sessionOf(context, id));
    }
  });
}

/** The named session, or else the calling one if it was recorded, or else the newest. */
function sessionOf(context: CallContext, id: string | undefined): SessionState {
  const own = context.speaker?.session;
  const calling = own ? context.store.session(context.project, own)?.state : undefined;
  return id === undefined && calling !== undefined ? calling : findSession(context, id);
}

function list({ store, project, now }: CallContext): string {
  const found = store.sessions({ project, worked: true, limit: MAX_SESSIONS });
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

function state(context: CallContext, of: SessionState): string {
  const items = itemsIn({ store: context.store, project: of.project });
  const now = withItems(of, items, { isWhole: true });
  return recorded("The state of the session:", stateLines(now, wholeState(context, of), context.now));
}

function show(context: CallContext, of: SessionState): string {
  const turns = context.store.turns(of.project, of.session);
  return recorded("The session turn by turn, the last turn first:", turnLines(of, turns, context.now));
}

function history(context: CallContext, of: SessionState): string {
  const lines = sessionEvents(context, of)
    .known.slice(-MAX_EVENTS)
    .reverse()
    .map(
      ({ at, type, data }) => `${localTime(at)} ${type} ${JSON.stringify(data).slice(0, MAX_EVENT_CHARS)}`,
    );
  return recorded("The last events of the session, the newest first:", lines);
}

/** Unknown fields have no line. */
function stateLines(state: SessionState, whole: WholeState, now: number): string[] {
  const { status, context, files, checkpoints, project } = whole;
  const decided = state.found.decisions.slice(-5).map(({ choice }) => choice);
  return [
    row("session", `${state.session} (${state.agent}), ${status}, last active ${ago(state.lastAt, now)}`),
    row("project", project.isHere ? "" : `another one: ${project.name || project.id}`),
    row("branch", state.branch),
    row("intent", context.intent),
    row("request", state.work.request),
    row("phase", context.phase),
    row("action", state.work.action),
    row("running", state.running.map((call) => `${call.tool} ${call.target}`).join(" · ")),
    ...openItems(state.plan).map(({ text, status: how }) => `${how}: ${text}`),
    row("decided", decided.join(" · ")),
    row("next", textsOf(state.found.next)),
    row("blocked", textsOf(state.found.blocked)),
    row("failing", state.blockers.map(({ command }) => command).join(" · ")),
    row("created", newest(files.created)),
    row("changed", newest(files.modified)),
    row("deleted", newest(files.deleted)),
    row("checkpoints", checkpoints.map(({ id }) => id).join(", ")),
    row("answer", state.closing?.text.slice(0, MAX_ANSWER_CHARS)),
  ].filter((line) => line !== "");
}

/** The last turn first, because it matters most. */
function turnLines(state: SessionState, turns: readonly TurnState[], now: number): string[] {
  const worked = turns.filter(({ n, tools }) => n > 0 || tools > 0);
  const left = worked.length - MAX_TURNS;
  return [
    `${state.session} (${state.agent}), last active ${ago(state.lastAt, now)}`,
    ...worked.slice(-MAX_TURNS).reverse().flatMap(linesOf),
    ...(left > 0 ? [`and ${left} earlier`] : []),
  ];
}

function linesOf({ at, request, edited, commands, closing }: TurnState): string[] {
  return [
    `${localTime(at)} ${request || "(before the first prompt)"}`,
    ...(edited.length === 0 ? [] : [`  changed: ${newest(edited)}`]),
    ...(commands.length === 0 ? [] : [`  ran: ${commands.slice(-4).join(" · ")}`]),
    ...(closing === undefined ? [] : [`  answer: ${closing.slice(0, MAX_ANSWER_CHARS)}`]),
  ];
}

function newest(files: readonly string[]): string {
  const more = files.length - MAX_FILES;
  return [...[...files].reverse().slice(0, MAX_FILES), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function textsOf(said: readonly { readonly text: string }[]): string {
  return said.map(({ text }) => text).join(" · ");
}

function row(name: string, text: string | undefined): string {
  return text ? `${name}: ${text}` : "";
}
