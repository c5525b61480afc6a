import * as v from "valibot";
import type { JsonObject } from "../../event/json.js";
import { modelText } from "../../event/message-text.js";
import { registry } from "../../event/registry.js";
import { activePins } from "../../model/fold/declared/declared.js";
import { declaredFacts, factsHolding } from "../../model/fold/declared/declared-fact.js";
import { openItems } from "../../model/fold/session/status.js";
import {
  type Account,
  conversationIn,
  decisionsIn,
  type Said,
  type SessionAccount,
  sessionsOf,
} from "./account.js";
import { type Document, FileNames, fileName, NAME, shaped } from "./document.js";
import * as field from "./field.js";
import type { LayoutFormat, PastDraft } from "./layout.js";
import { asked, changed, planned, stated, summarized, type Tell, teller, wholeSession } from "./past.js";
import { parseTime, utcTime, type When } from "./time.js";

const SESSIONS = "sessions";
const CURRENT = "current_session";
/** Marks a transcript that holds the whole conversation with all parts of its messages. */
const WHOLE = "tidemark-messages";
const RECENT_MESSAGES = 20;
const TOKEN_LIMIT = 100_000;
const CHARS_PER_TOKEN = 4;
const KNOWN: readonly string[] = ["fact", "convention", "command"];

const full = v.looseObject({
  format: v.nullish(v.unknown()),
  messages: field.list(
    v.looseObject({
      ...field.textFields("role", "timestamp"),
      content: v.nullish(
        v.union([v.string(), v.array(v.union([v.string(), v.looseObject({ text: field.text })]))]),
      ),
    }),
  ),
  context: v.nullish(v.record(v.string(), v.unknown())),
});

const working = v.looseObject({
  summary: field.text,
  ...field.listFields("pinned_facts", "decisions", "open_tasks", "files_touched"),
  recent_messages: field.list(v.unknown()),
  token_budget: field.part({ used: field.number, limit: field.number }),
});

const state = v.looseObject({ ...field.textFields("created_at", "agent"), tokens_used: field.number });

const metadata = v.looseObject({
  ...field.textFields("session_id", "created_at", "last_updated"),
  message_count: field.number,
  token_count: field.number,
});

const FOLDER = new RegExp(`^${SESSIONS}/${NAME}$`);
const inFolder = (name: string) => new RegExp(`^${SESSIONS}/${NAME}/${name}\\.json$`);

export const sessionFolder: LayoutFormat = {
  isFolder: (path) => path === SESSIONS || FOLDER.test(path),
  shapes: [
    // The pointer is plain text: the id of a session.
    { path: new RegExp(`^${CURRENT}$`), schema: v.pipe(v.string(), v.maxLength(1_000)) },
    { path: inFolder("full"), schema: full },
    { path: inFolder("working"), schema: working },
    { path: inFolder("state"), schema: state },
    { path: inFolder("metadata"), schema: metadata },
  ],
  /** The id in its metadata, else the name of its folder. */
  sessionOf({ path }, all) {
    const folder = folderOf(path);
    if (folder === undefined) return undefined;
    const about = all.find((document) => document.path === `${SESSIONS}/${folder}/metadata.json`);
    return shaped(about, metadata)?.session_id || folder;
  },
  read(documents, when) {
    const folders = new Set(documents.flatMap(({ path }) => folderOf(path) ?? []));
    return [...folders].flatMap((folder) => {
      const own = documents.filter(({ path }) => folderOf(path) === folder);
      return readSession(folder, own, when);
    });
  },
  write,
};

function folderOf(path: string): string | undefined {
  return path === CURRENT ? undefined : path.split("/")[1];
}

function readSession(folder: string, own: readonly Document[], when: When): PastDraft[] {
  const find = <S extends v.GenericSchema>(name: string, schema: S) =>
    shaped(
      own.find(({ path }) => path === `${SESSIONS}/${folder}/${name}.json`),
      schema,
    );
  const about = find("metadata", metadata);
  const stored = find("state", state);
  const written = Math.max(0, ...own.map(({ at }) => at ?? 0)) || when.now;
  const began = parseTime(stored?.created_at, when) ?? parseTime(about?.created_at, when);
  const last = Math.max(began ?? 0, parseTime(about?.last_updated, when) ?? began ?? written);
  const start = began ?? last;
  const tell = teller(about?.session_id || folder, stored?.agent || "session-folder", last, when);
  const past = [
    ...conversation(find("full", full), start, last, tell, when),
    ...readWorkingSet(find("working", working), start, last, tell),
  ];
  return wholeSession(tell, [start, last], past);
}

type Transcript = v.InferOutput<typeof full>;

/** Messages mostly have no time. Those without one get times from the start of the session on, in their order. */
function conversation(
  transcript: Transcript | undefined,
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

function readWorkingSet(
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
    ...(set.summary?.trim() ? [tell(last, summarized(set.summary))] : []),
  ];
}

function textOf({ content }: NonNullable<Transcript["messages"]>[number]): string {
  if (typeof content === "string") return content;
  return (content ?? [])
    .map((block) => (typeof block === "string" ? block : (block.text ?? "")))
    .filter(Boolean)
    .join("\n");
}

/** A folder for each session, and a pointer to the current one. */
function write(accounts: readonly Account[], when: When): Document[] {
  const sessions = sessionsOf(accounts);
  const [latest] = sessions;
  if (latest === undefined) return [];
  const names = new FileNames();
  return [
    { path: CURRENT, value: fileName(latest.state.session) },
    ...sessions.flatMap((session) => {
      const folder = `${SESSIONS}/${names.take(session.state.session, session.project.project)}`;
      return Object.entries(filesOf(session, when)).map(([name, value]) => ({
        path: `${folder}/${name}.json`,
        value,
      }));
    }),
  ];
}

function filesOf(session: SessionAccount, when: When): { [name: string]: JsonObject } {
  const { state, status, project } = session;
  const { said, isWhole } = conversationIn(session);
  const chars = said.reduce((sum, { content }) => sum + modelText(content).length, 0);
  const tokens = Math.ceil(chars / CHARS_PER_TOKEN);
  const created_at = pythonTime(state.startedAt);
  return {
    full: {
      ...(isWhole ? { format: WHOLE } : {}),
      messages: said.map(spoken),
      context: {
        project: project.name || project.project,
        path: project.path,
        branch: state.branch ?? null,
      },
    },
    working: workingSet(session, said, tokens, when),
    state: { created_at, tokens_used: tokens, agent: state.agent, status },
    metadata: {
      session_id: state.session,
      created_at,
      last_updated: pythonTime(state.lastAt),
      message_count: said.length,
      token_count: tokens,
    },
  };
}

function workingSet(
  session: SessionAccount,
  said: readonly Said[],
  tokens: number,
  { now }: When,
): JsonObject {
  const { state, project } = session;
  const facts = factsHolding(declaredFacts(project), now).filter(({ kind }) => KNOWN.includes(kind));
  return {
    summary: state.compaction?.summary ?? state.closing?.text ?? "",
    pinned_facts: [...new Set([...activePins(project, now), ...facts].map(({ text }) => text))],
    decisions: decisionsIn(session).map(({ choice, reason }) =>
      reason === undefined ? choice : `${choice} (${reason})`,
    ),
    open_tasks: openItems(state.plan).map(({ text }) => text),
    files_touched: state.files.map(({ path }) => path),
    recent_messages: said.slice(-RECENT_MESSAGES).map(spoken),
    token_budget: { used: tokens, limit: TOKEN_LIMIT },
  };
}

function spoken({ at, ...message }: Said): JsonObject {
  return { ...message, timestamp: pythonTime(at) };
}

function pythonTime(at: number): string {
  return utcTime(at).replace("Z", "+00:00");
}
