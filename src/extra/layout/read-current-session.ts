import * as v from "valibot";
import type { EventData } from "../../event/registry.js";
import { type Document, NAME, shaped } from "./document.js";
import * as field from "./field.js";
import type { LayoutFormat, PastDraft } from "./layout.js";
import {
  asked,
  begun,
  changed,
  finished,
  type PastUse,
  spanOf,
  stated,
  type Tell,
  teller,
  wholeSession,
} from "./past.js";
import { parseTime, type When } from "./time.js";

/** Tools with this layout name the parts of a call differently. */
const toolCall = v.looseObject({
  ...field.textFields("id", "tool", "name", "target", "command", "file_path", "path", "timestamp", "agent"),
  ...v.entriesFromList(["success", "ok"], v.nullish(v.boolean())),
  duration_ms: field.number,
});

const decision = v.looseObject({
  ...field.textFields("id", "choice", "decision", "reason", "branch", "timestamp"),
  ...field.listFields("rejected", "alternatives"),
});

const checkpoint = v.looseObject({
  ...field.textFields("id", "reason", "timestamp"),
  ...v.entriesFromList(["tool_count", "progress"], field.number),
});

const query = v.looseObject({
  ...field.textFields("query", "timestamp"),
  found: field.number,
  results: v.nullish(v.unknown()),
});
const anything = v.nullish(v.record(v.string(), v.unknown()));

const session = v.looseObject({
  ...field.textFields("session_id", "created_at", "updated_at", "status"),
  project: field.part(field.textFields("path", "name", "type")),
  context: field.part({
    ...field.textFields("user_intent", "current_phase"),
    progress_percent: field.number,
  }),
  agents: field.part({ active: field.texts, states: anything }),
  tools: field.part({ history: field.list(toolCall), pending: field.list(toolCall) }),
  decisions: field.part({ tree: field.list(decision), current_branch: field.text }),
  memory: field.part({
    hindsight_queries: field.list(v.union([query, v.string()])),
    context7_lookups: field.list(v.unknown()),
    local_cache: anything,
  }),
  files: field.part(field.listFields("created", "modified", "deleted")),
  errors: field.part({ count: field.number, log: field.list(v.unknown()) }),
  checkpoints: field.list(checkpoint),
});

/** The file of a checkpoint: the checkpoint, the state at that time, or both. */
const checkpointFile = v.looseObject({ ...session.entries, ...checkpoint.entries });

export const CURRENT = "current-session.json";

export const currentSessionReader: Omit<LayoutFormat, "write"> = {
  isFolder: () => false,
  shapes: [
    { path: /^current-session\.json(?:\.gz)?$/, schema: session },
    { path: new RegExp(`^session_${NAME}\\.json(?:\\.gz)?$`), schema: session },
    { path: new RegExp(`^checkpoint_${NAME}\\.json(?:\\.gz)?$`), schema: checkpointFile },
  ],
  sessionOf,
  /** The plain file, the packed one and the checkpoints of a session repeat each other, so every event is taken once. */
  read(documents, when) {
    // The fullest documents first: a checkpoint adds only what it alone knows.
    const inOrder = [...documents].sort((a, b) => Number(isCheckpoint(a)) - Number(isCheckpoint(b)));
    const told = new Map<string, PastDraft>();
    for (const [key, past] of inOrder.flatMap((document) => distinct(readSession(document, when))))
      if (!told.has(key)) told.set(key, past);
    return [...told.values()];
  },
};

function sessionOf(document: Document): string | undefined {
  const known = shaped(document, session);
  if (known?.session_id) return known.session_id;
  // A file with only a checkpoint does not name its session.
  if (isCheckpoint(document)) return undefined;
  return document.path.replace(/\.json(?:\.gz)?$/, "").replace(/^session_/, "");
}

function isCheckpoint({ path }: Document): boolean {
  return path.startsWith("checkpoint_");
}

type State = v.InferOutput<typeof checkpointFile>;

function readSession(document: Document, when: When): PastDraft[] {
  const known = shaped(document, checkpointFile);
  const id = sessionOf(document);
  if (known === undefined || id === undefined) return [];
  const { created_at, updated_at } = known;
  const [start, last] = spanOf([created_at], [updated_at ?? created_at], document, when);
  const tell = teller(id, known.agents?.active?.[0] || "current-session", last, when);
  const intent = known.context?.user_intent?.trim();
  return [
    tell(start, { type: "session.started", data: { source: "unknown" } }),
    ...(intent ? [tell(start, asked(intent))] : []),
    ...calls(known, last, tell),
    ...(known.decisions?.tree ?? []).flatMap((one) => {
      const text = one.choice || one.decision;
      if (!text?.trim()) return [];
      const at = parseTime(one.timestamp, when) ?? start;
      return [tell(at, stated("decision", text, one.reason, one.rejected ?? one.alternatives ?? []))];
    }),
    ...(known.memory?.hindsight_queries ?? []).flatMap((one) => {
      const { query, found, timestamp } = typeof one === "string" ? { query: one } : one;
      return query ? [tell(timestamp, { type: "memory.recalled", data: { query, found: found ?? 0 } })] : [];
    }),
    ...(known.checkpoints ?? []).flatMap(({ id: checkpoint, reason, timestamp }) => {
      if (!checkpoint) return [];
      const data = { checkpoint, reason: ourReason(reason) };
      return [tell(timestamp, { type: "checkpoint.created", data })];
    }),
    ...(isCheckpoint(document) ? [] : ending(known, last, tell)), // After a checkpoint the session went on.
  ];
}

function calls({ tools, files }: State, last: number, tell: Tell): PastDraft[] {
  const history = (tools?.history ?? []).flatMap((call) => usesOf(call));
  const named = new Set(history.map(({ use }) => use.target));
  const changedBy = (action: "write" | "edit" | "delete", paths: readonly string[] | null | undefined) =>
    (paths ?? [])
      .filter((path) => path !== "" && !named.has(path))
      .map((path) => tell(last, changed(path, action)));
  return [
    ...history.map(({ use, timestamp }) => tell(timestamp, finished(use))),
    ...changedBy("write", files?.created),
    ...changedBy("edit", files?.modified),
    ...changedBy("delete", files?.deleted),
  ];
}

/** The use of a tool, and its time; nothing if the tool is unknown. */
function usesOf(
  call: v.InferOutput<typeof toolCall>,
): { use: PastUse; timestamp: string | null | undefined }[] {
  const tool = call.tool || call.name;
  if (!tool) return [];
  const target = call.target ?? call.file_path ?? call.path;
  const ok = call.success ?? call.ok ?? true;
  const use = { tool, target, command: call.command, ok, ms: call.duration_ms };
  return [{ use, timestamp: call.timestamp }];
}

/** A crashed session is in the middle of something. All others count as over. */
function ending({ status: word, tools }: State, last: number, tell: Tell): PastDraft[] {
  const status = word?.toLowerCase();
  if (status === "crashed")
    return (tools?.pending ?? [])
      .flatMap((call) => usesOf(call))
      .map(({ use, timestamp }) => tell(timestamp, begun(use)));
  const reason = status === "completed" ? status : undefined;
  return wholeSession(tell, [last, last], [], { reason }).slice(1);
}

/** Two equal calls at the same time are two. */
function distinct(list: readonly PastDraft[]): [string, PastDraft][] {
  const counts = new Map<string, number>();
  return list.map((past) => {
    const key = JSON.stringify([past.session, past.at, past.draft]);
    const n = (counts.get(key) ?? 0) + 1;
    counts.set(key, n);
    return [`${key} ${n}`, past];
  });
}

type Reason = EventData<"checkpoint.created">["reason"];

const OURS: { readonly [reason: string]: Reason } = {
  phase_complete: "plan",
  milestone: "commit",
  pre_risky: "destructive",
  hand: "hand",
  manual: "hand",
  tools: "tools",
  compaction: "compaction",
  restore: "restore",
};

/** The reason of a checkpoint in the words of the tool, if it has one. */
export function theirReason(reason: Reason): string {
  const found = Object.entries(OURS).find(([, ours]) => ours === reason);
  return found === undefined ? reason : found[0];
}

function ourReason(reason: string | null | undefined): Reason {
  return (reason != null && Object.hasOwn(OURS, reason) ? OURS[reason] : undefined) ?? "hand";
}
