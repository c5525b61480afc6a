import * as v from "valibot";
import { NAME, type Shape, text, texts } from "../shape.js";

export const session = v.looseObject({
  session_id: text,
  project: text,
  agent: text,
  timestamp: text,
  phase: text,
  completed: texts,
  files: texts,
  functions: texts,
  decisions: texts,
  blockers: texts,
  next_actions: texts,
  metadata: v.nullish(v.looseObject({ expires_at: text })),
  archived_at: text,
});

export const ARCHIVE = "archive";

export const shapes: readonly Shape[] = [
  { path: new RegExp(`^active-${NAME}\\.json$`), schema: session },
  { path: new RegExp(`^${ARCHIVE}/${NAME}\\.json$`), schema: session },
];
