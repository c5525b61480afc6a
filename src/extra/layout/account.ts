import type { Json } from "../../event/json.js";
import type { Part, Role } from "../../event/message.js";
import { compareEvents, type Point } from "../../event/order.js";
import type { TidemarkEvent } from "../../event/registry.js";
import { declaredFacts } from "../../model/fold/declared/declared-fact.js";
import { expandMessages } from "../../model/fold/expand-messages.js";
import { foldProject, type ProjectState } from "../../model/fold/project.js";
import { replaySession } from "../../model/fold/session/session.js";
import type { SessionState, TurnState } from "../../model/fold/session/session-state.js";
import { hasWorked, type SessionStatus, statusOf } from "../../model/fold/session/status.js";
import { foldWhole, type WholeSession } from "../../model/fold/session/whole.js";
import { addCorrections, foldThreads, isCorrection } from "../../model/fold/thread/stored-threads.js";
import { type Thread, threadTurn } from "../../model/fold/thread/thread-state.js";
import { type Profile, profileOf } from "../profile/profile.js";
import type { When } from "./time.js";

/** Everything that the events of a project say, for writing it to other files. */
export interface Account {
  readonly state: ProjectState;
  readonly profile: Profile;
  /** Without idle ones, newest first. */
  readonly sessions: readonly SessionAccount[];
  /** A function, because most layouts have no place for threads and they cost more than all the rest. */
  readonly threads: () => AccountThreads;
}

export interface AccountThreads {
  /** The thread worked on last comes last. */
  readonly all: readonly Thread[];
  readonly hot?: string;
}

export interface SessionAccount {
  readonly project: ProjectState;
  readonly state: SessionState;
  readonly status: SessionStatus;
  readonly whole: WholeSession;
  /** In order. */
  readonly events: readonly TidemarkEvent[];
  /** The events of the sessions that it was forked from, in order. */
  readonly origin: readonly TidemarkEvent[];
}

/** Folds the events of one project, which may come in any order; undefined if there are none. */
export function accountOf(events: readonly TidemarkEvent[], when: When): Account | undefined {
  // Imported documents are represented by the events made from them.
  const told = events.filter(({ type }) => type !== "layout.imported").sort(compareEvents);
  if (!isSome(told)) return undefined;
  const state = foldProject(undefined, expandMessages(told));
  const folded = sessionsIn(told).map((own) => {
    const work = expandMessages(own);
    return { own, work, ...replaySession(work) };
  });
  const sessions = folded
    .filter((session) => hasWorked(session.state))
    .sort((a, b) => compareEvents(b.own.at(-1) ?? b.own[0], a.own.at(-1) ?? a.own[0]))
    .map(({ own, work, state: session }) => ({
      project: state,
      state: session,
      status: statusOf(session, when.now, undefined),
      whole: foldWhole(work),
      events: own,
      origin: originOf(session, folded),
    }));
  const look = { sessions: sessions.map((session) => session.state), utcOffsetMinutes: when.zone(when.now) };
  return { state, profile: profileOf(state, look), sessions, threads: () => threadsIn(told, folded) };
}

/** The sessions of all projects, newest first. */
export function sessionsOf(accounts: readonly Account[]): SessionAccount[] {
  return accounts
    .flatMap(({ sessions }) => sessions)
    .sort((a, b) => b.state.lastAt - a.state.lastAt || (a.state.session < b.state.session ? -1 : 1));
}

type Events = readonly [TidemarkEvent, ...TidemarkEvent[]];

function sessionsIn(events: readonly TidemarkEvent[]): Events[] {
  const sessions = new Map<string, [TidemarkEvent, ...TidemarkEvent[]]>();
  for (const event of events) {
    const known = sessions.get(event.session);
    if (known === undefined) sessions.set(event.session, [event]);
    else known.push(event);
  }
  sessions.delete("");
  return [...sessions.values()];
}

interface Folded {
  readonly own: Events;
  readonly state: SessionState;
  readonly closed: readonly TurnState[];
}

/** The limit of a fork also applies to the forks before it. */
function originOf({ session, forked }: SessionState, all: readonly Folded[]): TidemarkEvent[] {
  const found: TidemarkEvent[][] = [];
  const met = new Set([session]);
  const points: Point[] = [];
  for (let at = forked; at !== undefined && !met.has(at.from); ) {
    const { from, upTo } = at;
    met.add(from);
    if (upTo !== undefined) points.push(upTo);
    const before = all.find(({ state }) => state.session === from);
    found.unshift(
      (before?.own ?? []).filter((event) => points.every((point) => compareEvents(event, point) <= 0)),
    );
    at = before?.state.forked;
  }
  return found.flat();
}

function threadsIn(events: readonly TidemarkEvent[], sessions: readonly Folded[]): AccountThreads {
  const turns = sessions
    .flatMap(({ state, closed }) =>
      [...closed, state.turn].flatMap((turn) => threadTurn(state.session, turn) ?? []),
    )
    .sort((a, b) => compareEvents(a.end, b.end));
  const { state, retired } = foldThreads(undefined, turns, addCorrections([], events.filter(isCorrection)));
  return { all: [...retired, ...state.recent], hot: state.hot };
}

export function isSome(events: readonly TidemarkEvent[]): events is Events {
  return events.length > 0;
}

export interface KeptDecision {
  readonly id: string;
  readonly choice: string;
  readonly reason?: string;
  readonly rejected: readonly string[];
  readonly at: number;
  readonly by: "user" | "agent";
  readonly branch?: string;
}

/** The decisions of a session, found or declared, oldest first. */
export function decisionsIn({ state, project }: SessionAccount): KeptDecision[] {
  const declared = declaredFacts(project, "decision")
    .filter(({ session, supersededBy }) => session === state.session && supersededBy === undefined)
    .map(({ text: choice, rejected = [], ...fact }) => ({ ...fact, choice, rejected }));
  const found = state.found.decisions.map((decision, index) => ({
    ...decision,
    id: `${state.session}-${index + 1}`,
    branch: state.branch,
  }));
  return [...found, ...declared].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

export interface Said {
  readonly role: Role;
  readonly content: string | readonly Part[];
  readonly at: number;
  readonly incomplete?: true;
  readonly extra?: { readonly [maker: string]: Json };
}

/** The conversation as a program added it, or as far as the hooks of an agent recorded it. */
export function conversationIn({ events, origin }: SessionAccount): {
  readonly said: readonly Said[];
  readonly isWhole: boolean;
} {
  const added = [...origin, ...events].flatMap((event) =>
    event.type === "message.added" ? [{ ...event.data, at: event.at }] : [],
  );
  return added.length > 0 ? { said: added, isWhole: true } : { said: heardIn(events), isWhole: false };
}

/** An agent's last message is often also its closing message, so it is taken once. */
function heardIn(events: SessionAccount["events"]): Said[] {
  const said: { role: Role; content: string; at: number }[] = [];
  for (const { type, data, at } of events) {
    if (type === "prompt.submitted") said.push({ role: "user", content: data.text, at });
    if (type !== "message.said" && type !== "turn.ended") continue;
    const content = type === "message.said" ? data.text : data.message;
    const last = said.at(-1);
    if (content === "") continue;
    if (last?.role === "assistant" && content.startsWith(last.content)) said.pop();
    said.push({ role: "assistant", content, at });
  }
  return said;
}
