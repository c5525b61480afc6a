import { isObject, type JsonObject } from "../../event/json.js";
import { replaySession } from "../../model/fold/session/session.js";
import type { SessionStatus } from "../../model/fold/session/status.js";
import { progressOf } from "../../model/fold/session/status.js";
import { type CheckpointPoint, foldWhole, type ToolCall } from "../../model/fold/session/whole.js";
import { type Account, decisionsIn, isSome, type SessionAccount, sessionsOf } from "./account.js";
import { type Document, FileNames, fileName } from "./document.js";
import type { LayoutFormat } from "./layout.js";
import { CURRENT, currentSessionReader, theirReason } from "./read-current-session.js";
import { utcTime } from "./time.js";

export const currentSession: LayoutFormat = { ...currentSessionReader, write };

const STATUS: { readonly [S in SessionStatus]: string } = {
  active: "active",
  idle: "paused",
  ended: "completed",
  crashed: "crashed",
  archived: "completed",
};
/** In the file of a checkpoint; the file of its session has all calls. */
const MAX_CALLS = 50;

/** The latest session is the current one, all others are archived; each file is written plain and packed. */
function write(accounts: readonly Account[]): Document[] {
  const sessions = sessionsOf(accounts);
  const names = new FileNames();
  const points = new Set<string>();
  return sessions.flatMap((session, index) => {
    const value = sessionOf(session);
    const { state, project } = session;
    const path = index === 0 ? CURRENT : `session_${names.take(state.session, project.project)}.json`;
    return [{ path, value }, { path: `${path}.gz`, value }, ...checkpointFiles(session, points)];
  });
}

function sessionOf(session: SessionAccount): JsonObject {
  const { state, project, status, whole } = session;
  return {
    session_id: state.session,
    created_at: utcTime(state.startedAt),
    updated_at: utcTime(state.lastAt),
    status: STATUS[status],
    project: {
      path: project.path,
      name: project.name || project.project,
      type: project.roots.length > 0 ? "git" : "folder",
    },
    context: {
      user_intent: state.found.intent ?? state.work.request ?? "",
      current_phase: whole.phase ?? "",
      progress_percent: progressOf(state.plan) ?? 0,
    },
    agents: agentsOf(session),
    tools: {
      history: whole.calls.map(callOf),
      pending: state.running.map(({ call, tool, target, at }) => ({
        ...(call === "" ? {} : { id: call }),
        tool,
        target,
        timestamp: utcTime(at),
      })),
    },
    decisions: {
      tree: decisionsIn(session).map(({ id, choice, reason = null, rejected, at, by, branch = null }) => {
        return { id, choice, reason, rejected: [...rejected], by, branch, timestamp: utcTime(at) };
      }),
      current_branch: state.branch ?? "main",
    },
    memory: {
      hindsight_queries: whole.queries.map(({ at, query, found }) => ({
        query,
        found,
        timestamp: utcTime(at),
      })),
      context7_lookups: [],
      local_cache: {},
    },
    files: {
      created: [...whole.files.created],
      modified: [...whole.files.modified],
      deleted: [...whole.files.deleted],
    },
    errors: {
      count: state.failures,
      log: whole.errors.map(({ tool, target, text, exit, at }) => ({
        tool,
        target,
        message: text,
        ...(exit === undefined ? {} : { exit_code: exit }),
        timestamp: utcTime(at),
      })),
    },
    checkpoints: whole.checkpoints.map(pointOf),
  };
}

function agentsOf({ state, status, whole }: SessionAccount): JsonObject {
  const active = whole.subagents.filter(({ finishedAt }) => finishedAt === undefined);
  return {
    active: [state.agent, ...active.map(({ id }) => id)],
    states: Object.fromEntries([
      [state.agent, { type: "main", status: STATUS[status] }],
      ...whole.subagents.map(({ id, type, startedAt, finishedAt, message }) => [
        id,
        {
          type,
          status: finishedAt === undefined ? "active" : "completed",
          started_at: utcTime(startedAt),
          ...(finishedAt === undefined ? {} : { finished_at: utcTime(finishedAt) }),
          ...(message === undefined ? {} : { message }),
        },
      ]),
    ]),
  };
}

function callOf({ tool, action, target, ok, ms, at, agent }: ToolCall): JsonObject {
  return {
    tool,
    ...(action === "shell" ? { command: target } : { target }),
    success: ok,
    ...(ms === undefined ? {} : { duration_ms: ms }),
    timestamp: utcTime(at),
    ...(agent === undefined ? {} : { agent }),
  };
}

function pointOf({ id, reason, label, at, tools, progress }: CheckpointPoint): JsonObject {
  return {
    id,
    reason: theirReason(reason),
    timestamp: utcTime(at),
    tool_count: tools,
    progress: progress ?? 0,
    ...(label === undefined ? {} : { label }),
  };
}

/** The state at each checkpoint, in a file named after the time of the checkpoint. */
function checkpointFiles(session: SessionAccount, names: Set<string>): Document[] {
  return session.events.flatMap((event, index) => {
    if (event.type !== "checkpoint.created") return [];
    const past = session.events.slice(0, index + 1);
    if (!isSome(past)) return [];
    const before = { ...session, ...replaySession(past), whole: foldWhole(past), events: past };
    const point = before.whole.checkpoints.at(-1);
    if (point === undefined) return [];
    const { tools, ...state } = sessionOf({ ...before, status: "active" });
    const history = before.whole.calls.slice(-MAX_CALLS).map(callOf);
    const moment = `checkpoint_${Math.round(event.at)}`;
    const name = names.has(moment) ? `${moment}-${fileName(event.id)}` : moment;
    names.add(name);
    const value = { ...pointOf(point), ...state, tools: { ...(isObject(tools) ? tools : {}), history } };
    return [{ path: `${name}.json`, value }];
  });
}
