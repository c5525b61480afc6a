import fc from "fast-check";
import type { Json } from "../../../src/event/json.js";
import type { LayoutName } from "../../../src/extra/layout/layout.js";

/** Files of a tool by path, as anybody may have written them. */
export type Files = { [path: string]: Json };

const BEGIN = Date.UTC(2024, 0, 1);
const YEAR = 366 * 86_400_000;

const time = fc
  .tuple(fc.nat(YEAR), fc.constantFrom("", "Z", "+00:00", "-05:00"), fc.boolean())
  .map(([ms, zone, isExact]) => new Date(BEGIN + ms).toISOString().slice(0, isExact ? 23 : 19) + zone);
const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    "go on",
    "rework the upload queue",
    "décidé : on garde SQLite",
    "x".repeat(700),
    "\ud800",
    "a\u0007b",
  ),
);
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const path = fc.oneof(
  word.map((name) => `src/${name}.ts`),
  word.map((name) => `/elsewhere/${name}.py`),
  text,
);
const tool = fc.constantFrom("Edit", "Write", "Bash", "Read", "Grep", "Task", "mystery tool");
/** Any value, with keys that a careless copy would lose. */
const anything: fc.Arbitrary<Json> = fc
  .oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "2": "b", "1": "a", "": null}')),
  )
  .map((value): Json => JSON.parse(JSON.stringify(value)));

/** Some of the fields, in any order, with some that nobody knows. */
function object(fields: { readonly [key: string]: fc.Arbitrary<Json> }): fc.Arbitrary<Json> {
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.dictionary(
        word.map((name) => `x_${name}`),
        anything,
        { maxKeys: 2 },
      ),
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    )
    .map(([known, unknown, ranks]): Json => {
      const entries = [...Object.entries(known), ...Object.entries(unknown)];
      const inAnyOrder = entries
        .map((entry, index) => ({ entry, rank: ranks[index % ranks.length] ?? 0 }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry);
      return JSON.parse(JSON.stringify(Object.fromEntries(inAnyOrder)));
    });
}

const or = (value: fc.Arbitrary<Json>) =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
const list = (value: fc.Arbitrary<Json>) => or(fc.array(value, { maxLength: 4 }));
const some = {
  text: or(text),
  time: or(time),
  number: or(fc.integer()),
  texts: list(text),
  paths: list(path),
};

const session = fc.oneof(
  word,
  fc.constantFrom("20240305-101112", "../../etc/passwd", "a/b", "C:\\x", "con", "", "née à Zürich"),
);

const aiFolder = fc
  .tuple(
    fc.record(
      {
        ".ai/session_state.json": object({
          session_id: or(session),
          started_at: some.time,
          last_activity_at: some.time,
          status: fc.constantFrom("active", "idle", "ended", "odd"),
          current_work: or(object({ thread_id: some.text, last_user_message: some.text, intent: some.text })),
          files_modified: list(
            object({ path: or(path), action: or(tool), timestamp: some.time, summary: some.text }),
          ),
          pending_tasks: some.texts,
          tool_history: list(
            object({
              tool: or(tool),
              target: or(path),
              command: some.text,
              at: fc.constantFrom("10:11:12", "23:59:59", "odd"),
            }),
          ),
        }),
        ".ai/user_profile.json": object({
          created_at: some.time,
          identity: or(
            object({ role: some.text, relationship: fc.constantFrom("owner", "guest"), name: some.text }),
          ),
          preferences: or(object({ language: fc.constantFrom("fr", "de"), emoji_usage: or(fc.boolean()) })),
          patterns: or(object({ active_hours: some.texts, session_avg_duration_min: some.number })),
          context_rules: some.texts,
        }),
        ".ai/pins.json": object({
          pins: list(
            fc
              .tuple(
                object({ id: some.text, priority: some.text, created_at: some.time, expires_at: some.time }),
                text,
              )
              .map(([pin, content]): Json => ({ ...(pin as object), content })),
          ),
        }),
        ".ai/heartbeat.json": object({
          beat: some.number,
          last_session_id: some.text,
          last_beat_at: some.time,
        }),
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(
      word.map((name) => `.ai/db/threads/thread_${name}.json`),
      object({
        id: or(word),
        title: some.text,
        topics: some.texts,
        summary: some.text,
        files: some.paths,
        work_context: or(
          object({ files: some.paths, actions: some.texts, goal: some.text, updated_at: some.time }),
        ),
      }),
      { maxKeys: 2 },
    ),
    fc.dictionary(
      word.map((name) => `.ai/db/synthesis/synthesis_${name}.json`),
      object({ session_id: or(session), summary: some.text, generated_at: some.time }),
      { maxKeys: 2 },
    ),
  )
  .map((parts): Files => Object.assign({}, ...parts));

const codes = object({
  session_id: or(session),
  project: some.text,
  timestamp: some.time,
  phase: some.text,
  completed: list(fc.constantFrom("test:pytest", "impl:a.py")),
  files: list(path.map((name) => `impl:${name}`)),
  functions: list(word.map((name) => `impl:${name}`)),
  decisions: list(
    fc.oneof(
      text,
      text.map((name) => `dec:${name}`),
    ),
  ),
  blockers: list(text.map((name) => `block:need:${name}`)),
  next_actions: list(text.map((name) => `next:${name}`)),
  metadata: or(object({ expires_at: some.time })),
  archived_at: some.time,
});

const activeFile = fc
  .tuple(
    fc.dictionary(
      fc.oneof(word, fc.constantFrom("photo-box-id", "Mein Projekt")).map((name) => `active-${name}.json`),
      codes,
      { maxKeys: 2 },
    ),
    fc.dictionary(
      word.map((name) => `archive/${name}.json`),
      codes,
      { maxKeys: 2 },
    ),
  )
  .map((parts): Files => Object.assign({}, ...parts));

const call = object({
  tool: or(tool),
  target: or(path),
  command: some.text,
  success: or(fc.boolean()),
  duration_ms: or(fc.double({ noNaN: true, min: 0, max: 1e6 })),
  timestamp: some.time,
});
const point = {
  id: or(word),
  reason: fc.constantFrom("phase_complete", "milestone", "pre_risky", "other"),
  timestamp: some.time,
  tool_count: some.number,
  progress: some.number,
};
const whole = {
  session_id: or(session),
  created_at: some.time,
  updated_at: some.time,
  status: fc.constantFrom("active", "paused", "completed", "crashed"),
  project: or(object({ path: some.text, name: some.text, type: some.text })),
  context: or(object({ user_intent: some.text, current_phase: some.text, progress_percent: some.number })),
  agents: or(object({ active: some.texts, states: or(fc.dictionary(word, anything, { maxKeys: 2 })) })),
  tools: or(object({ history: list(call), pending: list(call) })),
  decisions: or(
    object({
      tree: list(
        object({
          id: some.text,
          choice: some.text,
          reason: some.text,
          rejected: some.texts,
          timestamp: some.time,
        }),
      ),
      current_branch: some.text,
    }),
  ),
  memory: or(
    object({
      hindsight_queries: list(fc.oneof(text, object({ query: some.text, found: some.number }))),
      context7_lookups: list(anything),
      local_cache: or(fc.dictionary(word, anything, { maxKeys: 2 })),
    }),
  ),
  files: or(object({ created: some.paths, modified: some.paths, deleted: some.paths })),
  errors: or(object({ count: some.number, log: list(anything) })),
  checkpoints: list(object(point)),
};

const currentSession = fc
  .tuple(
    fc.dictionary(
      fc.oneof(
        fc.constantFrom("current-session.json", "current-session.json.gz"),
        word.map((name) => `session_${name}.json`),
        word.map((name) => `session_${name}.json.gz`),
      ),
      object(whole),
      { maxKeys: 3 },
    ),
    fc.dictionary(
      fc.nat().map((n) => `checkpoint_${n}.json`),
      fc.oneof(object(point), object({ ...whole, ...point })),
      { maxKeys: 2 },
    ),
  )
  .map((parts): Files => Object.assign({}, ...parts));

const message = object({
  role: fc.constantFrom("user", "assistant", "system", "tool"),
  content: or(
    fc.oneof(
      text,
      fc.array(fc.oneof(text, object({ type: fc.constant("text"), text: some.text })), { maxLength: 2 }),
    ),
  ),
});
const sessionFolder = fc
  .tuple(
    fc.dictionary(
      word.map((name) => `session-${name}`),
      fc.record(
        {
          "full.json": object({
            messages: list(message),
            context: or(fc.dictionary(word, anything, { maxKeys: 2 })),
          }),
          "working.json": object({
            summary: some.text,
            pinned_facts: some.texts,
            decisions: some.texts,
            open_tasks: some.texts,
            files_touched: some.paths,
            recent_messages: list(anything),
            token_budget: or(object({ used: some.number, limit: some.number })),
          }),
          "state.json": object({ created_at: some.time, tokens_used: some.number }),
          "metadata.json": object({
            session_id: or(session),
            created_at: some.time,
            last_updated: some.time,
            message_count: some.number,
          }),
        },
        { requiredKeys: [] },
      ),
      { maxKeys: 3 },
    ),
    fc.option(fc.constantFrom("session-a", "session-a\n", "")),
  )
  .map(([folders, current]): Files => {
    const files = Object.entries(folders).flatMap(([id, own]) =>
      Object.entries(own).map(([name, value]): [string, Json] => [`sessions/${id}/${name}`, value]),
    );
    return { ...Object.fromEntries(files), ...(current === null ? {} : { current_session: current }) };
  });

export const FILES: { readonly [N in LayoutName]: fc.Arbitrary<Files> } = {
  "ai-folder": aiFolder,
  "active-file": activeFile,
  "current-session": currentSession,
  "session-folder": sessionFolder,
};
