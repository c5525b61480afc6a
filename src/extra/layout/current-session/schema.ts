import * as v from "valibot";
import { NAME, number, type Shape, text, texts } from "../shape.js";

/** A call as it was written: tools that keep this layout name its parts differently. */
const toolCall = v.looseObject({
  id: text,
  tool: text,
  name: text,
  target: text,
  command: text,
  file_path: text,
  path: text,
  success: v.nullish(v.boolean()),
  ok: v.nullish(v.boolean()),
  duration_ms: number,
  timestamp: text,
  agent: text,
});

const decision = v.looseObject({
  id: text,
  choice: text,
  decision: text,
  reason: text,
  rejected: texts,
  alternatives: texts,
  branch: text,
  timestamp: text,
});

const checkpoint = v.looseObject({
  id: text,
  reason: text,
  timestamp: text,
  tool_count: number,
  progress: number,
});

const query = v.looseObject({ query: text, found: number, results: v.nullish(v.unknown()), timestamp: text });

export const session = v.looseObject({
  session_id: text,
  created_at: text,
  updated_at: text,
  status: text,
  project: v.nullish(v.looseObject({ path: text, name: text, type: text })),
  context: v.nullish(v.looseObject({ user_intent: text, current_phase: text, progress_percent: number })),
  agents: v.nullish(v.looseObject({ active: texts, states: v.nullish(v.record(v.string(), v.unknown())) })),
  tools: v.nullish(
    v.looseObject({ history: v.nullish(v.array(toolCall)), pending: v.nullish(v.array(toolCall)) }),
  ),
  decisions: v.nullish(v.looseObject({ tree: v.nullish(v.array(decision)), current_branch: text })),
  memory: v.nullish(
    v.looseObject({
      hindsight_queries: v.nullish(v.array(v.union([query, v.string()]))),
      context7_lookups: v.nullish(v.array(v.unknown())),
      local_cache: v.nullish(v.record(v.string(), v.unknown())),
    }),
  ),
  files: v.nullish(v.looseObject({ created: texts, modified: texts, deleted: texts })),
  errors: v.nullish(v.looseObject({ count: number, log: v.nullish(v.array(v.unknown())) })),
  checkpoints: v.nullish(v.array(checkpoint)),
});

/** A checkpoint's own file: the point itself, the state as it was then, or both. */
export const checkpointFile = v.looseObject({ ...session.entries, ...checkpoint.entries });

export const CURRENT = "current-session.json";

export const shapes: readonly Shape[] = [
  { path: /^current-session\.json(?:\.gz)?$/, schema: session },
  { path: new RegExp(`^session_${NAME}\\.json(?:\\.gz)?$`), schema: session },
  { path: new RegExp(`^checkpoint_${NAME}\\.json(?:\\.gz)?$`), schema: checkpointFile },
];
