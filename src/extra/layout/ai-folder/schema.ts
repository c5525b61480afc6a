import * as v from "valibot";
import { NAME, number, type Shape, text, texts } from "../shape.js";

export const sessionState = v.looseObject({
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

export const userProfile = v.looseObject({
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

export const pins = v.looseObject({
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

export const thread = v.looseObject({
  id: text,
  title: text,
  topics: texts,
  summary: text,
  files: texts,
  created_at: text,
  updated_at: text,
  work_context: v.nullish(v.looseObject({ files: texts, actions: texts, goal: text, updated_at: text })),
});

export const synthesis = v.looseObject({ session_id: text, summary: text, generated_at: text });

export const PATH = {
  sessionState: ".ai/session_state.json",
  userProfile: ".ai/user_profile.json",
  pins: ".ai/pins.json",
  heartbeat: ".ai/heartbeat.json",
  threads: ".ai/db/threads",
  synthesis: ".ai/db/synthesis",
} as const;

export const FOLDERS: readonly string[] = [".ai", ".ai/db", PATH.threads, PATH.synthesis];

export const shapes: readonly Shape[] = [
  { path: /^\.ai\/session_state\.json$/, schema: sessionState },
  { path: /^\.ai\/user_profile\.json$/, schema: userProfile },
  { path: /^\.ai\/pins\.json$/, schema: pins },
  { path: /^\.ai\/heartbeat\.json$/, schema: heartbeat },
  { path: new RegExp(`^\\.ai/db/threads/${NAME}\\.json$`), schema: thread },
  { path: new RegExp(`^\\.ai/db/synthesis/synthesis_${NAME}\\.json$`), schema: synthesis },
];
