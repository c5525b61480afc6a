import type * as v from "valibot";
import type { Draft } from "../../../event/registry.js";
import type { Document } from "../document.js";
import type { PastDraft } from "../layout.js";
import { begun, changed, finished, over, type PastUse, stated, type Tell, teller } from "../past.js";
import { shaped } from "../shape.js";
import { parseTime, type When } from "../time.js";
import { ourReason } from "./reason.js";
import { checkpointFile, session } from "./schema.js";

const AGENT = "current-session";

export function sessionOf(document: Document): string | undefined {
  const known = shaped(document, session);
  if (known?.session_id) return known.session_id;
  // A file with a point alone does not say whose it is.
  return document.path.startsWith("checkpoint_") ? undefined : stem(document.path);
}

/** The plain file and the packed one say the same, and so does a checkpoint of the same session for its part: each once. */
export function read(documents: readonly Document[], when: When): PastDraft[] {
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
    ...(intent ? [tell(start, { type: "prompt.submitted", data: { text: intent } })] : []),
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
  return (known.memory?.hindsight_queries ?? []).flatMap((asked) => {
    const { query, found, timestamp } = typeof asked === "string" ? { query: asked } : asked;
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

/** Only one that is said to have crashed is in the middle of something: the others are taken to be over. */
function ending(known: State, document: Document, last: number, tell: Tell, when: When): PastDraft[] {
  if (document.path.startsWith("checkpoint_")) return []; // It went on.
  const status = known.status?.toLowerCase();
  if (status === "crashed") {
    return (known.tools?.pending ?? []).flatMap((call) => {
      const use = useOf(call);
      return use === undefined ? [] : [tell(parseTime(call.timestamp, when) ?? last, begun(use))];
    });
  }
  const end = over(status === "completed" ? status : undefined);
  return [{ type: "turn.ended", data: { message: "" } } satisfies Draft, end].map((draft) =>
    tell(last, draft),
  );
}

/** Two equal calls at one moment are two. */
function distinct(list: readonly PastDraft[]): [string, PastDraft][] {
  const counts = new Map<string, number>();
  return list.map((past) => {
    const key = JSON.stringify([past.session, past.at, past.draft]);
    const n = (counts.get(key) ?? 0) + 1;
    counts.set(key, n);
    return [`${key} ${n}`, past];
  });
}

// What says most of a session first: a checkpoint adds what it alone knows.
function rank(path: string): number {
  return path.startsWith("checkpoint_") ? 1 : 0;
}

function stem(path: string): string {
  return path.replace(/\.json(?:\.gz)?$/, "").replace(/^session_/, "");
}
