import * as v from "valibot";
import type { Draft } from "../../event/registry.js";
import { PATTERNS, SETTINGS } from "../profile/profile.js";
import { type Document, NAME, shaped } from "./document.js";
import * as field from "./field.js";
import type { LayoutFormat, PastDraft } from "./layout.js";
import {
  asked,
  changed,
  finished,
  planned,
  spanOf,
  summarized,
  type Tell,
  teller,
  wholeSession,
} from "./past.js";
import { lastAtTimeOfDay, parseTime, type When } from "./time.js";

const AGENT = "ai-folder";

export const PATH = {
  sessionState: ".ai/session_state.json",
  userProfile: ".ai/user_profile.json",
  pins: ".ai/pins.json",
  heartbeat: ".ai/heartbeat.json",
  threads: ".ai/db/threads",
  synthesis: ".ai/db/synthesis",
} as const;

const FOLDERS: readonly string[] = [".ai", ".ai/db", PATH.threads, PATH.synthesis];

const sessionState = v.looseObject({
  ...field.textFields("session_id", "agent", "started_at", "last_activity_at", "ended_at", "status"),
  current_work: field.part(
    field.textFields("thread_id", "thread_title", "last_user_message", "last_agent_action", "intent"),
  ),
  files_modified: field.list(v.looseObject(field.textFields("path", "action", "timestamp", "summary"))),
  pending_tasks: field.texts,
  tool_history: field.list(v.looseObject(field.textFields("tool", "target", "command", "at"))),
});

const userProfile = v.looseObject({
  ...field.textFields("created_at", "updated_at"),
  identity: field.part(field.textFields("role", "relationship", "name")),
  preferences: field.part({
    ...field.textFields("language", "verbosity", "technical_level"),
    emoji_usage: v.nullish(v.boolean()),
  }),
  patterns: field.part({
    ...field.listFields("active_hours", "common_tasks"),
    session_avg_duration_min: field.number,
  }),
  context_rules: field.texts,
});

const pins = v.looseObject({
  pins: field.list(
    v.looseObject({ ...field.textFields("id", "priority", "created_at", "expires_at"), content: v.string() }),
  ),
});

const heartbeat = v.looseObject({
  ...field.textFields("started_at", "last_beat_at", "last_interaction_at", "last_session_id"),
  ...field.textFields("last_thread_id", "last_thread_title"),
  beat: field.number,
  last_interaction_beat: field.number,
});

const thread = v.looseObject({
  ...field.textFields("id", "title", "summary", "created_at", "updated_at"),
  ...field.listFields("topics", "files"),
  work_context: field.part({
    ...field.listFields("files", "actions"),
    ...field.textFields("goal", "updated_at"),
  }),
});

const synthesis = v.looseObject(field.textFields("session_id", "summary", "generated_at"));

export const aiFolderReader: Omit<LayoutFormat, "write"> = {
  isFolder: (path) => FOLDERS.includes(path),
  shapes: [
    { path: /^\.ai\/session_state\.json$/, schema: sessionState },
    { path: /^\.ai\/user_profile\.json$/, schema: userProfile },
    { path: /^\.ai\/pins\.json$/, schema: pins },
    { path: /^\.ai\/heartbeat\.json$/, schema: heartbeat },
    { path: new RegExp(`^\\.ai/db/threads/${NAME}\\.json$`), schema: thread },
    { path: new RegExp(`^\\.ai/db/synthesis/synthesis_${NAME}\\.json$`), schema: synthesis },
  ],
  sessionOf,
  read: (documents, when) =>
    documents.flatMap((document) => {
      const { path, at = when.now } = document;
      const agent = path === PATH.sessionState && shaped(document, sessionState)?.agent;
      const tell = teller(sessionOf(document) ?? "", agent || AGENT, at, when);
      switch (path) {
        case PATH.sessionState:
          return readSession(document, tell, when);
        case PATH.userProfile:
          return readProfile(document, tell, when);
        case PATH.pins:
          return readPins(document, tell, when);
        case PATH.heartbeat:
          return []; // It only counts what the other documents report.
      }
      return path.startsWith(`${PATH.threads}/`)
        ? readThread(document, tell, when)
        : readSynthesis(document, tell);
    }),
};

function sessionOf(document: Document): string | undefined {
  const { path } = document;
  const stem = (path.split("/").at(-1) ?? path).replace(/\.json$/, "");
  if (path === PATH.sessionState) return shaped(document, sessionState)?.session_id || AGENT;
  if (path.startsWith(`${PATH.threads}/`)) return shaped(document, thread)?.id || stem;
  if (path.startsWith(`${PATH.synthesis}/`)) return shaped(document, synthesis)?.session_id || stem;
  return undefined;
}

function readSession(document: Document, tell: Tell, when: When): PastDraft[] {
  const state = shaped(document, sessionState);
  if (state === undefined) return [];
  const [start, last] = spanOf([state.started_at], [state.last_activity_at, state.ended_at], document, when);
  const { intent, last_user_message: message } = state.current_work ?? {};
  // A short "go on" says nothing about the work. The intent was found in an earlier prompt.
  const prompts = [intent, message].flatMap((text) => (text?.trim() ? [text] : []));
  const status = state.status?.toLowerCase();
  const past = [
    ...[...new Set(prompts)].map((text) => tell(start, asked(text))),
    ...[...changes(state, last, tell, when), ...calls(state, last, tell, when)].sort((a, b) => a.at - b.at),
    ...(state.pending_tasks == null ? [] : [tell(last, planned(state.pending_tasks))]),
  ];
  const reason = status === "ended" || status === "completed" ? status : undefined;
  return wholeSession(tell, [start, last], past, { reason });
}

type State = v.InferOutput<typeof sessionState>;

function changes(state: State, last: number, tell: Tell, when: When): PastDraft[] {
  return (state.files_modified ?? []).flatMap(({ path, action, timestamp, summary }) => {
    if (!path) return [];
    const at = parseTime(timestamp, when) ?? last;
    // A shell command that changed a file is known by its tool only.
    const isShell = action?.toLowerCase() === "bash";
    return [tell(at, isShell ? changed(path) : finished({ tool: action || "Edit", target: path, summary }))];
  });
}

/** The calls that changed no file. Only their time of the day is stored, so they are dated backwards from the last one. */
function calls(state: State, last: number, tell: Tell, when: When): PastDraft[] {
  const told = new Set(
    (state.files_modified ?? []).map(({ path, timestamp }) => `${path} ${timestamp?.slice(11, 19)}`),
  );
  let end = last;
  return (state.tool_history ?? [])
    .toReversed()
    .flatMap(({ tool, target, command, at: clock }) => {
      end = lastAtTimeOfDay(clock, end, when) ?? end;
      if (!tool || told.has(`${target} ${clock}`)) return [];
      return [tell(end, finished({ tool, target, command }))];
    })
    .toReversed();
}

function readProfile(document: Document, tell: Tell, when: When): PastDraft[] {
  const profile = shaped(document, userProfile);
  if (profile === undefined) return [];
  const { identity, preferences, patterns, context_rules: rules, created_at, updated_at } = profile;
  const emoji = preferences?.emoji_usage;
  const values: { readonly [K in keyof typeof SETTINGS]?: string | null } = {
    name: identity?.name,
    role: identity?.role,
    relationship: identity?.relationship,
    language: preferences?.language,
    verbosity: preferences?.verbosity,
    emoji: emoji == null ? undefined : emoji ? "yes" : "no",
    technicalLevel: preferences?.technical_level,
  };
  const since = parseTime(created_at, when) ?? updated_at;
  return [
    ...[...settingsOf(values), ...patternsOf(patterns)].map((draft) => tell(updated_at, draft)),
    ...(rules ?? []).map((text) => tell(since, { type: "rule.added", data: { text } })),
  ];
}

function patternsOf(patterns: v.InferOutput<typeof userProfile>["patterns"]): Draft[] {
  const { active_hours: hours, session_avg_duration_min: minutes, common_tasks: tasks } = patterns ?? {};
  const values = {
    [PATTERNS.activeHours]: hours?.join(", "),
    [PATTERNS.averageSessionMinutes]: minutes == null ? "" : String(minutes),
    [PATTERNS.commonTasks]: tasks?.join(", "),
  };
  return Object.entries(values).flatMap(([key, value]) =>
    value ? [{ type: "profile.set", data: { key, value } } satisfies Draft] : [],
  );
}

/** Values that the profile has no word for stay in the document. */
function settingsOf(values: { readonly [key: string]: string | null | undefined }): Draft[] {
  return Object.entries(SETTINGS).flatMap(([key, choices]) => {
    const value = values[key]?.trim();
    const choice = choices.length === 0 ? value : choices.find((word) => word === value?.toLowerCase());
    return choice ? [{ type: "profile.set", data: { key, value: choice } } satisfies Draft] : [];
  });
}

function readPins(document: Document, tell: Tell, when: When): PastDraft[] {
  return (shaped(document, pins)?.pins ?? []).flatMap(({ content, priority, created_at, expires_at }) => {
    if (content.trim() === "") return [];
    const level = (["high", "normal", "low"] as const).find((word) => word === priority?.toLowerCase());
    const data = { text: content, priority: level ?? "normal", expires: parseTime(expires_at, when) };
    return [tell(created_at, { type: "pin.added", data })];
  });
}

/** A thread of another tool becomes a session of its own with one turn. */
function readThread(document: Document, tell: Tell, when: When): PastDraft[] {
  const known = shaped(document, thread);
  if (known === undefined) return [];
  const { title, topics, summary, files, work_context: work } = known;
  const updated = known.updated_at ?? work?.updated_at;
  const [start, last] = spanOf([known.created_at], [updated], document, when);
  const goal = title?.trim() || work?.goal?.trim();
  if (!goal && !summary?.trim()) return [];
  const paths = new Set([...(files ?? []), ...(work?.files ?? [])].filter(Boolean));
  const past = [
    ...(goal ? [tell(start, asked(goal, topics?.filter(Boolean)))] : []),
    ...[...paths].map((path) => tell(start, changed(path))),
  ];
  return wholeSession(tell, [start, last], past, { message: summary ?? "" });
}

function readSynthesis(document: Document, tell: Tell): PastDraft[] {
  const { summary, generated_at } = shaped(document, synthesis) ?? {};
  return summary?.trim() ? [tell(generated_at, summarized(summary))] : [];
}
