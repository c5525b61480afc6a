import * as v from "valibot";
import { registry } from "../../../event/registry.js";
import { type Document, NAME, number, type Shape, shaped, text, texts } from "../document.js";
import type { LayoutReader, PastDraft } from "../layout.js";
import { asked, changed, planned, stated, type Tell, teller, wholeSession } from "../past.js";
import { parseTime, type When } from "../time.js";

const AGENT = "session-folder";

/** The id in its metadata, else the name of its folder. */
function sessionOf({ path }: Document, all: readonly Document[]): string | undefined {
  const folder = folderOf(path);
  if (folder === undefined) return undefined;
  const about = all.find((document) => document.path === `${SESSIONS}/${folder}/metadata.json`);
  return (about && shaped(about, metadata)?.session_id) || folder;
}

function read(documents: readonly Document[], when: When): PastDraft[] {
  const folders = new Set(documents.flatMap(({ path }) => folderOf(path) ?? []));
  return [...folders].flatMap((folder) => {
    const own = new Map(
      documents
        .filter(({ path }) => folderOf(path) === folder)
        .map((document) => [document.path.slice(`${SESSIONS}/${folder}/`.length), document]),
    );
    return readSession(folder, own, when);
  });
}

function folderOf(path: string): string | undefined {
  return path === CURRENT ? undefined : path.split("/")[1];
}

function readSession(folder: string, own: ReadonlyMap<string, Document>, when: When): PastDraft[] {
  const find = <S extends v.GenericSchema>(name: string, schema: S) => {
    const document = own.get(name);
    return document === undefined ? undefined : shaped(document, schema);
  };
  const about = find("metadata.json", metadata);
  const stored = find("state.json", state);
  const written = Math.max(0, ...[...own.values()].map(({ at }) => at ?? 0)) || when.now;
  const began = parseTime(stored?.created_at, when) ?? parseTime(about?.created_at, when);
  const last = Math.max(began ?? 0, parseTime(about?.last_updated, when) ?? began ?? written);
  const start = Math.min(began ?? last, last);
  const tell = teller(about?.session_id || folder, stored?.agent || AGENT);
  return wholeSession(
    tell,
    [start, last],
    [
      ...conversation(find("full.json", full), start, last, tell, when),
      ...workingSet(find("working.json", working), start, last, tell),
    ],
  );
}

type Message = NonNullable<v.InferOutput<typeof full>["messages"]>[number];

/** Messages mostly have no time. Those without one get times from the start of the session on, in their order. */
function conversation(
  transcript: v.InferOutput<typeof full> | undefined,
  start: number,
  last: number,
  tell: Tell,
  when: When,
): PastDraft[] {
  const isWhole = transcript?.format === WHOLE;
  let before = start;
  return (transcript?.messages ?? []).flatMap((message, index) => {
    const text = textOf(message);
    const at = parseTime(message.timestamp, when) ?? Math.min(last, start + index);
    const added = isWhole ? v.safeParse(registry["message.added"].schema, message) : undefined;
    if (added?.success) {
      // The order of the messages counts, whatever the clocks of the writers said.
      before = Math.max(before, at);
      return [tell(before, { type: "message.added", data: added.output })];
    }
    if (text.trim() === "") return [];
    if (message.role === "user") return [tell(at, asked(text))];
    return message.role === "assistant" ? [tell(at, { type: "turn.ended", data: { message: text } })] : [];
  });
}

function workingSet(
  set: v.InferOutput<typeof working> | undefined,
  start: number,
  last: number,
  tell: Tell,
): PastDraft[] {
  if (set === undefined) return [];
  const said = (texts: readonly string[] | null | undefined) =>
    (texts ?? []).filter((text) => text.trim() !== "");
  return [
    ...said(set.pinned_facts).map((text) => tell(start, stated("fact", text))),
    ...said(set.decisions).map((text) => tell(start, stated("decision", text))),
    ...said(set.files_touched).map((path) => tell(last, changed(path))),
    ...(set.open_tasks == null ? [] : [tell(last, planned(said(set.open_tasks)))]),
    ...(set.summary?.trim()
      ? [tell(last, { type: "compaction.finished", data: { trigger: "import", summary: set.summary } })]
      : []),
  ];
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return (content ?? [])
    .map((block) => (typeof block === "string" ? block : (block.text ?? "")))
    .filter(Boolean)
    .join("\n");
}

const message = v.looseObject({
  role: text,
  content: v.nullish(v.union([v.string(), v.array(v.union([v.string(), v.looseObject({ text })]))])),
  timestamp: text,
});

/** Marks a transcript that holds the whole conversation with all parts of its messages. */
export const WHOLE = "tidemark-messages";

const full = v.looseObject({
  format: v.nullish(v.unknown()),
  messages: v.nullish(v.array(message)),
  context: v.nullish(v.record(v.string(), v.unknown())),
});

const working = v.looseObject({
  summary: text,
  pinned_facts: texts,
  decisions: texts,
  open_tasks: texts,
  files_touched: texts,
  recent_messages: v.nullish(v.array(v.unknown())),
  token_budget: v.nullish(v.looseObject({ used: number, limit: number })),
});

const state = v.looseObject({ created_at: text, tokens_used: number, agent: text });

const metadata = v.looseObject({
  session_id: text,
  created_at: text,
  last_updated: text,
  message_count: number,
  token_count: number,
});

export const SESSIONS = "sessions";
export const CURRENT = "current_session";

const FOLDER = new RegExp(`^${SESSIONS}/${NAME}$`);

/** The pointer is plain text: the id of a session. */
const shapes: readonly Shape[] = [
  { path: new RegExp(`^${CURRENT}$`), schema: v.pipe(v.string(), v.maxLength(1_000)) },
  { path: new RegExp(`^${SESSIONS}/${NAME}/full\\.json$`), schema: full },
  { path: new RegExp(`^${SESSIONS}/${NAME}/working\\.json$`), schema: working },
  { path: new RegExp(`^${SESSIONS}/${NAME}/state\\.json$`), schema: state },
  { path: new RegExp(`^${SESSIONS}/${NAME}/metadata\\.json$`), schema: metadata },
];

export const sessionFolder: LayoutReader = {
  isFolder: (path) => path === SESSIONS || FOLDER.test(path),
  shapes,
  sessionOf,
  read,
};
