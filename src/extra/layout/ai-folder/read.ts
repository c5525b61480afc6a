import * as v from "valibot";
import type { Draft } from "../../../event/registry.js";
import { SETTINGS } from "../../profile/profile.js";
import { type Document, NAME, number, type Shape, shaped, text, texts } from "../document.js";
import type { LayoutReader, PastDraft } from "../layout.js";
import { asked, changed, finished, planned, type Tell, teller, wholeSession } from "../past.js";
import { lastAtTimeOfDay, parseTime, type When } from "../time.js";

const AGENT = "ai-folder";

function sessionOf({ path, value }: Document): string | undefined {
  const document = { path, value };
  if (path === PATH.sessionState) return shaped(document, sessionState)?.session_id || "ai-folder";
  if (path.startsWith(`${PATH.threads}/`)) return shaped(document, thread)?.id || stem(path);
  if (path.startsWith(`${PATH.synthesis}/`)) return shaped(document, synthesis)?.session_id || stem(path);
  return undefined;
}

function read(documents: readonly Document[], when: When): PastDraft[] {
  return documents.flatMap((document) => {
    const tell = teller(sessionOf(document) ?? "", agentOf(document));
    switch (document.path) {
      case PATH.sessionState:
        return readSession(document, tell, when);
      case PATH.userProfile:
        return readProfile(document, tell, when);
      case PATH.pins:
        return readPins(document, tell, when);
      case PATH.heartbeat:
        return []; // It only counts what the other documents report.
    }
    return document.path.startsWith(`${PATH.threads}/`)
      ? readThread(document, tell, when)
      : readSynthesis(document, tell, when);
  });
}

function readSession(document: Document, tell: Tell, when: When): PastDraft[] {
  const state = shaped(document, sessionState);
  if (state === undefined) return [];
  const last =
    parseTime(state.last_activity_at, when) ?? parseTime(state.ended_at, when) ?? timeOf(document, when);
  const start = Math.min(last, parseTime(state.started_at, when) ?? last);
  const { intent, last_user_message: message } = state.current_work ?? {};
  // A short "go on" says nothing about the work. The intent was found in an earlier prompt.
  const prompts = [intent, message].filter((text) => text != null && text.trim() !== "");
  const status = state.status?.toLowerCase();
  const past = [
    ...[...new Set(prompts)].map((text) => tell(start, asked(text ?? ""))),
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
      const at = lastAtTimeOfDay(clock, end, when) ?? end;
      end = at;
      if (!tool || told.has(`${target} ${clock}`)) return [];
      return [tell(at, finished({ tool, target, command }))];
    })
    .toReversed();
}

function readProfile(document: Document, tell: Tell, when: When): PastDraft[] {
  const profile = shaped(document, userProfile);
  if (profile === undefined) return [];
  const { identity, preferences, context_rules: rules } = profile;
  const at = parseTime(profile.updated_at, when) ?? timeOf(document, when);
  const since = parseTime(profile.created_at, when) ?? at;
  const emoji = preferences?.emoji_usage;
  const values: { readonly [K in keyof typeof SETTINGS]?: string | null | undefined } = {
    name: identity?.name,
    role: identity?.role,
    relationship: identity?.relationship,
    language: preferences?.language,
    verbosity: preferences?.verbosity,
    emoji: emoji == null ? undefined : emoji ? "yes" : "no",
    technicalLevel: preferences?.technical_level,
  };
  return [
    ...settingsOf(values).map((draft) => tell(at, draft)),
    ...(rules ?? []).map((text) => tell(since, { type: "rule.added", data: { text } })),
  ];
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
    const expires = parseTime(expires_at, when);
    const level = (["high", "normal", "low"] as const).find((word) => word === priority?.toLowerCase());
    const data = {
      text: content,
      priority: level ?? "normal",
      expires,
    };
    return [tell(parseTime(created_at, when) ?? timeOf(document, when), { type: "pin.added", data })];
  });
}

/** A thread of another tool becomes a session of its own with one turn. */
function readThread(document: Document, tell: Tell, when: When): PastDraft[] {
  const known = shaped(document, thread);
  if (known === undefined) return [];
  const { title, summary, files, work_context: work } = known;
  const last = parseTime(known.updated_at ?? work?.updated_at, when) ?? timeOf(document, when);
  const start = Math.min(last, parseTime(known.created_at, when) ?? last);
  const goal = title?.trim() || work?.goal?.trim();
  if (!goal && !summary?.trim()) return [];
  const paths = new Set([...(files ?? []), ...(work?.files ?? [])].filter(Boolean));
  const past = [
    ...(goal ? [tell(start, asked(goal))] : []),
    ...[...paths].map((path) => tell(start, changed(path))),
  ];
  return wholeSession(tell, [start, last], past, { message: summary ?? "" });
}

function readSynthesis(document: Document, tell: Tell, when: When): PastDraft[] {
  const { summary, generated_at } = shaped(document, synthesis) ?? {};
  if (!summary?.trim()) return [];
  const at = parseTime(generated_at, when) ?? timeOf(document, when);
  return [tell(at, { type: "compaction.finished", data: { trigger: "import", summary } })];
}

function agentOf(document: Document): string {
  return (document.path === PATH.sessionState && shaped(document, sessionState)?.agent) || AGENT;
}

function timeOf({ at }: Document, { now }: When): number {
  return at ?? now;
}

function stem(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.json$/, "");
}

const sessionState = v.looseObject({
  session_id: text,
  agent: text,
  started_at: text,
  last_activity_at: text,
  ended_at: text,
  status: text,
  current_work: v.nullish(
    v.looseObject({
      thread_id: text,
      thread_title: text,
      last_user_message: text,
      last_agent_action: text,
      intent: text,
    }),
  ),
  files_modified: v.nullish(
    v.array(v.looseObject({ path: text, action: text, timestamp: text, summary: text })),
  ),
  pending_tasks: texts,
  tool_history: v.nullish(v.array(v.looseObject({ tool: text, target: text, command: text, at: text }))),
});

const userProfile = v.looseObject({
  created_at: text,
  updated_at: text,
  identity: v.nullish(v.looseObject({ role: text, relationship: text, name: text })),
  preferences: v.nullish(
    v.looseObject({
      language: text,
      verbosity: text,
      emoji_usage: v.nullish(v.boolean()),
      technical_level: text,
    }),
  ),
  patterns: v.nullish(
    v.looseObject({ active_hours: texts, session_avg_duration_min: number, common_tasks: texts }),
  ),
  context_rules: texts,
});

const pins = v.looseObject({
  pins: v.nullish(
    v.array(
      v.looseObject({ id: text, content: v.string(), priority: text, created_at: text, expires_at: text }),
    ),
  ),
});

const heartbeat = v.looseObject({
  beat: number,
  started_at: text,
  last_beat_at: text,
  last_interaction_at: text,
  last_interaction_beat: number,
  last_session_id: text,
  last_thread_id: text,
  last_thread_title: text,
});

const thread = v.looseObject({
  id: text,
  title: text,
  topics: texts,
  summary: text,
  files: texts,
  created_at: text,
  updated_at: text,
  work_context: v.nullish(v.looseObject({ files: texts, actions: texts, goal: text, updated_at: text })),
});

const synthesis = v.looseObject({ session_id: text, summary: text, generated_at: text });

export const PATH = {
  sessionState: ".ai/session_state.json",
  userProfile: ".ai/user_profile.json",
  pins: ".ai/pins.json",
  heartbeat: ".ai/heartbeat.json",
  threads: ".ai/db/threads",
  synthesis: ".ai/db/synthesis",
} as const;

const FOLDERS: readonly string[] = [".ai", ".ai/db", PATH.threads, PATH.synthesis];

const shapes: readonly Shape[] = [
  { path: /^\.ai\/session_state\.json$/, schema: sessionState },
  { path: /^\.ai\/user_profile\.json$/, schema: userProfile },
  { path: /^\.ai\/pins\.json$/, schema: pins },
  { path: /^\.ai\/heartbeat\.json$/, schema: heartbeat },
  { path: new RegExp(`^\\.ai/db/threads/${NAME}\\.json$`), schema: thread },
  { path: new RegExp(`^\\.ai/db/synthesis/synthesis_${NAME}\\.json$`), schema: synthesis },
];

export const aiFolder: LayoutReader = { isFolder: (path) => FOLDERS.includes(path), shapes, sessionOf, read };
