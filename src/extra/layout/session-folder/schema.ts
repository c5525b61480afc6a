import * as v from "valibot";
import { NAME, number, type Shape, text, texts } from "../shape.js";

const message = v.looseObject({
  role: text,
  content: v.nullish(v.union([v.string(), v.array(v.union([v.string(), v.looseObject({ text })]))])),
  timestamp: text,
});

/** The messages are all there is of the conversation, with all of their parts. */
export const WHOLE = "tidemark-messages";

export const full = v.looseObject({
  format: v.nullish(v.unknown()),
  messages: v.nullish(v.array(message)),
  context: v.nullish(v.record(v.string(), v.unknown())),
});

export const working = v.looseObject({
  summary: text,
  pinned_facts: texts,
  decisions: texts,
  open_tasks: texts,
  files_touched: texts,
  recent_messages: v.nullish(v.array(v.unknown())),
  token_budget: v.nullish(v.looseObject({ used: number, limit: number })),
});

export const state = v.looseObject({ created_at: text, tokens_used: number, agent: text });

export const metadata = v.looseObject({
  session_id: text,
  created_at: text,
  last_updated: text,
  message_count: number,
  token_count: number,
});

export const SESSIONS = "sessions";
export const CURRENT = "current_session";

export const FOLDER = new RegExp(`^${SESSIONS}/${NAME}$`);

/** The pointer is a plain text with the id of a session. */
export const shapes: readonly Shape[] = [
  { path: new RegExp(`^${CURRENT}$`), schema: v.pipe(v.string(), v.maxLength(1_000)) },
  { path: new RegExp(`^${SESSIONS}/${NAME}/full\\.json$`), schema: full },
  { path: new RegExp(`^${SESSIONS}/${NAME}/working\\.json$`), schema: working },
  { path: new RegExp(`^${SESSIONS}/${NAME}/state\\.json$`), schema: state },
  { path: new RegExp(`^${SESSIONS}/${NAME}/metadata\\.json$`), schema: metadata },
];
