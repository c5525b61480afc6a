import type { JsonObject } from "../../event/json.js";
import { allPins } from "../../model/fold/declared/declared.js";
import { openItems } from "../../model/fold/session/status.js";
import type { Thread } from "../../model/fold/thread/thread-state.js";
import type { Account, AccountThreads, SessionAccount } from "./account.js";
import { type Document, fileName } from "./document.js";
import type { LayoutFormat } from "./layout.js";
import { aiFolderReader, PATH } from "./read-ai-folder.js";
import { nameTime, timeOfDay, type When, wallTime } from "./time.js";

export const aiFolder: LayoutFormat = { ...aiFolderReader, write };

const MAX = { message: 200, files: 20, tools: 50, worked: 10, actions: 5 } as const;
const TOOL = { edit: "Edit", write: "Write", delete: "Delete", shell: "Bash" } as const;

/** Writes state, profile, pins, heartbeat, threads and compactions of the one project. */
function write(accounts: readonly Account[], when: When): Document[] {
  const [account] = accounts;
  if (account === undefined) return [];
  const { state, sessions } = account;
  const threads = account.threads();
  const [latest] = sessions;
  const pins = allPins(state).map(({ id, text, priority, createdAt, expires }) => ({
    id,
    content: text,
    priority,
    created_at: wallTime(createdAt, when),
    expires_at: expires === undefined ? null : wallTime(expires, when),
  }));
  const hasProfile =
    state.extra.learned.prompts > 0 || state.declared.settings.length + state.declared.rules.length > 0;
  return [
    ...(latest === undefined
      ? []
      : [
          { path: PATH.sessionState, value: sessionState(latest, threadOf(threads, latest), when) },
          { path: PATH.heartbeat, value: heartbeat(account, threads, latest, when) },
        ]),
    ...(hasProfile ? [{ path: PATH.userProfile, value: userProfile(account, when) }] : []),
    ...(pins.length === 0 ? [] : [{ path: PATH.pins, value: { pins } }]),
    ...threads.all.map((thread) => {
      return { path: `${PATH.threads}/${fileName(thread.id)}.json`, value: threadFile(thread, when) };
    }),
    ...syntheses(sessions, when),
  ];
}

function sessionState(
  { state, status, whole }: SessionAccount,
  thread: Thread | undefined,
  when: When,
): JsonObject {
  const { work, found, words } = state;
  const isActive = status === "active";
  return {
    session_id: state.session,
    agent: state.agent,
    started_at: wallTime(state.startedAt, when),
    last_activity_at: wallTime(state.lastAt, when),
    status: isActive ? "active" : "idle",
    ...(isActive ? {} : { ended_at: wallTime(state.ended?.at ?? state.lastAt, when) }),
    current_work: {
      thread_id: thread?.id ?? null,
      thread_title: thread?.title ?? null,
      last_user_message: words.asked.at(-1)?.slice(0, MAX.message).toWellFormed() ?? null,
      last_agent_action: work.action ?? null,
      intent: found.intent ?? work.request ?? null,
    },
    files_modified: state.files.slice(-MAX.files).map(({ path, action, at, summary }) => {
      return { path, action: TOOL[action], timestamp: wallTime(at, when), summary };
    }),
    pending_tasks: openItems(state.plan).map(({ text }) => text),
    tool_history: whole.calls.slice(-MAX.tools).map(({ tool, action, target, at }) => {
      const command: JsonObject = action === "shell" ? { command: target } : {};
      return { tool, target, ...command, at: timeOfDay(at, when) };
    }),
  };
}

function heartbeat(
  { state, sessions }: Account,
  { all, hot }: AccountThreads,
  latest: SessionAccount,
  when: When,
): JsonObject {
  const hotOne = all.find(({ id }) => id === hot);
  const started = Math.min(...sessions.map((session) => session.state.startedAt));
  const last = wallTime(latest.state.lastAt, when);
  return {
    beat: state.beat,
    started_at: wallTime(started, when),
    last_beat_at: last,
    last_interaction_at: last,
    last_interaction_beat: state.beat,
    last_session_id: latest.state.session,
    last_thread_id: hotOne?.id ?? null,
    last_thread_title: hotOne?.title ?? null,
  };
}

function userProfile({ profile, sessions, state }: Account, when: When): JsonObject {
  const { identity, preferences, patterns, rules } = profile;
  const times = [
    ...sessions.flatMap((session) => [session.state.startedAt, session.state.lastAt]),
    ...state.declared.settings.map(({ at }) => at),
    ...rules.map(({ at }) => at),
  ];
  return {
    ...(times.length === 0
      ? {}
      : {
          created_at: wallTime(Math.min(...times), when),
          updated_at: wallTime(Math.max(...times), when),
        }),
    identity: {
      role: identity.role?.value ?? null,
      relationship: identity.relationship?.value ?? null,
      name: identity.name?.value ?? null,
    },
    preferences: {
      language: preferences.language?.value ?? null,
      verbosity: preferences.verbosity?.value ?? null,
      emoji_usage: preferences.emoji?.value ?? null,
      technical_level: preferences.technicalLevel?.value ?? null,
    },
    patterns: {
      active_hours: [...patterns.activeHours],
      session_avg_duration_min: patterns.averageSessionMinutes ?? null,
      common_tasks: [...patterns.commonTasks],
    },
    context_rules: rules.map(({ text }) => text),
  };
}

function threadFile(thread: Thread, when: When): JsonObject {
  const { id, title, topics, summary, files, work, firstAt, lastAt } = thread;
  return {
    id,
    title,
    topics: [...topics],
    summary,
    files: [...files],
    created_at: wallTime(firstAt, when),
    updated_at: wallTime(lastAt, when),
    work_context:
      work === undefined
        ? null
        : {
            files: work.files.slice(-MAX.worked),
            actions: work.actions.slice(-MAX.actions).map(({ is, what }) => `${is}:${what}`),
            goal: work.goal,
            updated_at: wallTime(lastAt, when),
          },
  };
}

function threadOf({ all, hot }: AccountThreads, { state }: SessionAccount): Thread | undefined {
  const own = all.filter(({ sessions }) => sessions.includes(state.session));
  return own.find(({ id }) => id === hot) ?? own.at(-1);
}

/** Names sort by time. A number separates two of the same second. */
function syntheses(sessions: readonly SessionAccount[], when: When): Document[] {
  const taken = new Map<string, number>();
  return sessions.flatMap(({ state: { session, compaction } }) => {
    if (compaction === undefined) return [];
    const name = nameTime(compaction.at, when);
    const n = (taken.get(name) ?? 0) + 1;
    taken.set(name, n);
    const path = `${PATH.synthesis}/synthesis_${name}${n === 1 ? "" : `_${n}`}.json`;
    const generated_at = wallTime(compaction.at, when);
    return [{ path, value: { session_id: session, generated_at, summary: compaction.summary } }];
  });
}
