import { languageVotes } from "../detect/language.js";
import type { Envelope } from "../event/envelope.js";
import type { EventData, TidemarkEvent } from "../event/registry.js";
import { changePlan } from "./plan.js";
import type { SessionState, TurnState } from "./session-state.js";
import { finishTool, startTool } from "./tool.js";

const REQUEST = 200;
const TURN_REQUEST = 600;
const CLOSING = 600;
const SUMMARY = 2_000;

/** One event more in the life of a session. No clock, no IO: the same events give the same state. */
export function foldSession(before: SessionState | undefined, event: TidemarkEvent): SessionState {
  const state = touch(before ?? begin(event), event);
  switch (event.type) {
    case "session.started":
      return start(state, event.data, before);
    case "session.ended":
      return end(state, event.data.reason, event.at);
    case "session.tagged":
      return { ...state, tags: event.data.tags };
    case "prompt.submitted":
      return submitPrompt(state, event.data.text, event);
    case "tool.started":
      return startTool(state, event.data, event.at);
    case "tool.finished":
      return finishTool(state, event.data, event.at);
    case "plan.updated":
      return { ...state, plan: changePlan(state.plan, event.data) };
    case "plan.proposed":
      return { ...state, proposal: event.data.text.slice(0, SUMMARY) };
    case "message.said":
      return { ...state, closing: { at: event.at, text: event.data.text.slice(0, CLOSING) } };
    case "turn.ended":
      return endTurn(state, event.data.message, event.at);
    case "compaction.started":
      return state;
    case "compaction.finished":
      return { ...state, compaction: { at: event.at, summary: event.data.summary.slice(0, SUMMARY) } };
    case "subagent.started":
      return {
        ...state,
        subagents: [
          ...state.subagents,
          { id: event.data.agentId, type: event.data.agentType, done: false },
        ].slice(-10),
      };
    case "subagent.finished":
      return {
        ...state,
        subagents: state.subagents.map((agent) =>
          agent.id === event.data.agentId ? { ...agent, done: true } : agent,
        ),
      };
    case "injection.made":
      return { ...state, told: { at: event.at, surface: event.data.surface, keys: event.data.keys } };
    // Not about this session's own course: other folds look at these.
    case "fact.declared":
    case "pin.added":
    case "pin.removed":
    case "focus.set":
    case "memory.rated":
    case "profile.set":
    case "rule.added":
    case "project.seen":
    case "checkpoint.created":
    case "checkpoint.restored":
      return state;
  }
}

function begin(event: Envelope): SessionState {
  return {
    project: event.project,
    session: event.session,
    agent: event.agent,
    startedAt: event.at,
    lastAt: event.at,
    source: "unknown",
    events: 0,
    prompts: 0,
    tools: 0,
    failures: 0,
    votes: { en: 0, fr: 0 },
    work: {},
    files: [],
    seen: [],
    commands: [],
    steps: [],
    plan: [],
    blockers: [],
    running: [],
    busy: false,
    subagents: [],
    turn: newTurn(0, "", event),
  };
}

function start(
  state: SessionState,
  { source, pid }: EventData<"session.started">,
  before: SessionState | undefined,
): SessionState {
  const { ended: _, ...rest } = state;
  // A compaction starts the same session again in the middle of its work; every other start finds nothing running.
  const goesOn = source === "compact";
  return {
    ...rest,
    running: goesOn ? state.running : [],
    busy: goesOn && state.busy,
    source,
    ...(pid === undefined ? {} : { pid }),
    ...(before === undefined
      ? {}
      : { left: { at: before.lastAt, busy: before.busy, running: before.running } }),
  };
}

function end(state: SessionState, reason: string, at: number): SessionState {
  const during = state.busy ? state.running.at(-1) : undefined;
  const ended = during === undefined ? { at, reason } : { at, reason, during };
  return { ...state, ended, running: [], busy: false };
}

function touch(state: SessionState, event: Envelope): SessionState {
  return {
    ...state,
    // The wall clock may jump back: a session's last sign of life never does.
    lastAt: Math.max(state.lastAt, event.at),
    events: state.events + 1,
    ...(event.branch === undefined ? {} : { branch: event.branch }),
    ...(event.head === undefined ? {} : { head: event.head }),
  };
}

function submitPrompt(state: SessionState, text: string, event: Envelope): SessionState {
  const votes = languageVotes(text);
  const { ended: _, ...rest } = state;
  const request = oneLine(text);
  return {
    ...rest,
    prompts: state.prompts + 1,
    votes: { en: state.votes.en + votes.en, fr: state.votes.fr + votes.fr },
    // A slash command steers the agent; it is not what the user wants done.
    work: request.startsWith("/")
      ? state.work
      : { ...state.work, request: request.slice(0, REQUEST), requestAt: event.at },
    // A new prompt proves that whatever was running was interrupted, not crashed.
    running: [],
    busy: true,
    turn: newTurn(state.turn.n + 1, request.slice(0, TURN_REQUEST), event),
  };
}

function endTurn(state: SessionState, message: string, at: number): SessionState {
  const text = message.trim().slice(0, CLOSING);
  return {
    ...state,
    running: [],
    busy: false,
    ...(text === "" ? {} : { closing: { at, text } }),
    turn: { ...state.turn, endedAt: at, ...(text === "" ? {} : { closing: text }) },
  };
}

function newTurn(n: number, request: string, event: Envelope): TurnState {
  return {
    n,
    at: event.at,
    request,
    ...(event.branch === undefined ? {} : { branch: event.branch }),
    ...(event.head === undefined ? {} : { head: event.head }),
    edited: [],
    seen: [],
    commands: [],
    tools: 0,
    failures: 0,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
