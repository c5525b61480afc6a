import * as v from "valibot";
import type { EventData } from "../../../event/registry.js";
import { type Document, NAME, number, type Shape, shaped, text, texts } from "../document.js";
import type { LayoutReader, PastDraft } from "../layout.js";
import {
  asked,
  begun,
  changed,
  finished,
  type PastUse,
  stated,
  type Tell,
  teller,
  wholeSession,
} from "../past.js";
import { parseTime, type When } from "../time.js";

const AGENT = "current-session";

function sessionOf(document: Document): string | undefined {
  const known = shaped(document, session);
  if (known?.session_id) return known.session_id;
  // A file with only a checkpoint does not name its session.
  return document.path.startsWith("checkpoint_") ? undefined : stem(document.path);
}

/** The plain file, the packed one and the checkpoints of a session repeat each other, so every event is taken once. */
function read(documents: readonly Document[], when: When): PastDraft[] {
  const told = new Map<string, PastDraft>();
  for (const document of [...documents].sort((a, b) => rank(a.path) - rank(b.path))) {
    for (const [key, past] of distinct(readSession(document, when))) if (!told.has(key)) told.set(key, past);
  }
  return [...told.values()];
}

type State = v.InferOutput<typeof checkpointFile>;

function readSession(document: Document, when: When): PastDraft[] {
  const known = shaped(document, checkpointFile);
  const id = sessionOf(document);
  if (known === undefined || id === undefined) return [];
  const last = parseTime(known.updated_at ?? known.created_at, when) ?? document.at ?? when.now;
  const start = Math.min(last, parseTime(known.created_at, when) ?? last);
  const [main] = known.agents?.active ?? [];
  const tell = teller(id, main || AGENT);
  const intent = known.context?.user_intent?.trim();
  const tree = known.decisions?.tree ?? [];
  return [
    tell(start, { type: "session.started", data: { source: "unknown" } }),
    ...(intent ? [tell(start, asked(intent))] : []),
    ...calls(known, last, tell, when),
    ...tree.flatMap(({ choice, decision, reason, rejected, alternatives, timestamp }) => {
      const text = choice || decision;
      if (!text?.trim()) return [];
      const grounds = { reason, rejected: rejected ?? alternatives ?? undefined };
      return [tell(parseTime(timestamp, when) ?? start, stated("decision", text, grounds))];
    }),
    ...queries(known, last, tell, when),
    ...points(known, last, tell, when),
    ...ending(known, document, last, tell, when),
  ];
}

function calls(known: State, last: number, tell: Tell, when: When): PastDraft[] {
  const history = (known.tools?.history ?? []).flatMap((call) => {
    const use = useOf(call);
    return use === undefined ? [] : [{ use, at: parseTime(call.timestamp, when) ?? last }];
  });
  const named = new Set(history.map(({ use }) => use.target));
  const fates = [
    ...(known.files?.created ?? []).map((path) => ({ path, action: "write" as const })),
    ...(known.files?.modified ?? []).map((path) => ({ path, action: "edit" as const })),
    ...(known.files?.deleted ?? []).map((path) => ({ path, action: "delete" as const })),
  ];
  return [
    ...history.map(({ use, at }) => tell(at, finished(use))),
    ...fates
      .filter(({ path }) => path !== "" && !named.has(path))
      .map(({ path, action }) => tell(last, changed(path, action))),
  ];
}

type Call = NonNullable<NonNullable<State["tools"]>["history"]>[number];

function useOf(call: Call): PastUse | undefined {
  const tool = call.tool || call.name;
  if (!tool) return undefined;
  return {
    tool,
    target: call.target ?? call.file_path ?? call.path,
    command: call.command,
    ok: call.success ?? call.ok ?? true,
    ms: call.duration_ms,
  };
}

function queries(known: State, last: number, tell: Tell, when: When): PastDraft[] {
  return (known.memory?.hindsight_queries ?? []).flatMap((one) => {
    const { query, found, timestamp } = typeof one === "string" ? { query: one } : one;
    if (!query) return [];
    const data = { query, found: found ?? 0 };
    return [tell(parseTime(timestamp, when) ?? last, { type: "memory.recalled", data })];
  });
}

function points(known: State, last: number, tell: Tell, when: When): PastDraft[] {
  return (known.checkpoints ?? []).flatMap(({ id, reason, timestamp }) => {
    if (!id) return [];
    const data = { checkpoint: id, reason: ourReason(reason) };
    return [tell(parseTime(timestamp, when) ?? last, { type: "checkpoint.created", data })];
  });
}

/** A crashed session is in the middle of something. All others count as over. */
function ending(known: State, document: Document, last: number, tell: Tell, when: When): PastDraft[] {
  if (document.path.startsWith("checkpoint_")) return []; // The session went on.
  const status = known.status?.toLowerCase();
  if (status === "crashed") {
    return (known.tools?.pending ?? []).flatMap((call) => {
      const use = useOf(call);
      return use === undefined ? [] : [tell(parseTime(call.timestamp, when) ?? last, begun(use))];
    });
  }
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

// The fullest document first: a checkpoint adds only what it alone knows.
function rank(path: string): number {
  return path.startsWith("checkpoint_") ? 1 : 0;
}

function stem(path: string): string {
  return path.replace(/\.json(?:\.gz)?$/, "").replace(/^session_/, "");
}

/** Tools with this layout name the parts of a call differently. */
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

const session = v.looseObject({
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

/** The file of a checkpoint: the checkpoint, the state at that time, or both. */
const checkpointFile = v.looseObject({ ...session.entries, ...checkpoint.entries });

export const CURRENT = "current-session.json";

const shapes: readonly Shape[] = [
  { path: /^current-session\.json(?:\.gz)?$/, schema: session },
  { path: new RegExp(`^session_${NAME}\\.json(?:\\.gz)?$`), schema: session },
  { path: new RegExp(`^checkpoint_${NAME}\\.json(?:\\.gz)?$`), schema: checkpointFile },
];

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

export const currentSession: LayoutReader = { isFolder: () => false, shapes, sessionOf, read };
