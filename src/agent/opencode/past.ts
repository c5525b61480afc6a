import { basename, join } from "node:path";
import type { Env } from "../../host/env.js";
import { look } from "../../host/file/foreign-file.js";
import { named } from "../agents.js";
import type { Past, PastDatabase, PastRecord, PastRow } from "../past.js";
import { type Fields, fieldsOf, numberOf, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import { readSignals } from "../plugin/hooks.js";
import type { Signal } from "../signal.js";
import { dataFolder, OPENCODE } from "./folder.js";
import { plainPrompt } from "./plain-prompt.js";
import { calling, ended } from "./plugin-tool.js";
import { readToolEnd, readToolUse } from "./tool.js";

const DATABASE = "opencode.db";
// Subagents may start others; the limit also ends a cycle.
const MAX_DEPTH = 8;

/** A session in OpenCode's database is a record; its messages and their parts are the rows. */
export const opencodePast: Past = {
  ...named("opencode"),

  find(env, open, path) {
    const database = databaseAt(env, path);
    const db = database === undefined ? undefined : open(database);
    if (database === undefined || db === undefined) return [];
    try {
      return db.all(SESSIONS).flatMap((row) => recordOf(database, row) ?? []);
    } catch {
      return damaged(database); // Another layout, or not a database.
    } finally {
      db.close();
    }
  },

  // One file holds all sessions, so its name only shows that there are some.
  count: (env) => (databaseAt(env, undefined) === undefined ? 0 : 1),

  *read({ path }, _, open) {
    const at = path.lastIndexOf("#");
    if (at < 0 || path.endsWith(".db")) return;
    const db = open(path.slice(0, at));
    if (db === undefined) return;
    try {
      yield* readRecord(db, path.slice(at + 1));
    } catch {
      // Another layout, or damaged: the rows so far are good.
    } finally {
      db.close();
    }
  },

  flaw: ({ path }) => (path.endsWith(".db") ? "no database of OpenCode's" : undefined),
};

/** A database without readable sessions counts as one record, so that it is reported. */
function damaged(database: string): PastRecord[] {
  const file = look(database);
  if (file === undefined) return [];
  return [{ path: database, bytes: file.size, modifiedAt: file.mtimeMs, bornAt: file.mtimeMs }];
}

const SESSIONS =
  "SELECT id, time_created, time_updated, (SELECT COUNT(*) FROM message WHERE session_id = session.id) AS messages FROM session";

function recordOf(database: string, row: Fields): PastRecord | undefined {
  const [session, modifiedAt] = [textOf(row["id"]), numberOf(row["time_updated"])];
  if (session === undefined || modifiedAt === undefined) return undefined;
  const bornAt = numberOf(row["time_created"]) ?? modifiedAt;
  return { path: `${database}#${session}`, bytes: numberOf(row["messages"]) ?? 0, modifiedAt, bornAt };
}

function* readRecord(db: PastDatabase, id: string): Generator<PastRow> {
  const { top, directory } = topOf(db, id);
  const cwd = textOf(directory);
  const place = { session: top, from: 0, cwd };
  const agent = top === id ? undefined : id;
  // One message at a time, because they contain the whole output of tools.
  for (const { id: named } of db.all(MESSAGES, id)) {
    const message = textOf(named) ?? "";
    const [whole] = db.all("SELECT data FROM message WHERE id = ?", message);
    const parts = db.all("SELECT data FROM part WHERE message_id = ? ORDER BY id", message);
    const read = parts.map(({ data }) => parsed(data));
    for (const entry of readMessage(parsed(whole?.["data"]), read, agent)) yield { ...place, ...entry };
  }
}

const MESSAGES = "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id";

/** A subagent's work belongs to the session that a person started. */
function topOf(db: PastDatabase, id: string): { readonly top: string; readonly directory: unknown } {
  let top = id;
  let directory: unknown;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const [row] = db.all("SELECT parent_id, directory FROM session WHERE id = ?", top);
    directory ??= row?.["directory"];
    const parent = textOf(row?.["parent_id"]);
    if (parent === undefined) break;
    top = parent;
  }
  return { top, directory };
}

function parsed(data: unknown) {
  try {
    return fieldsOf(JSON.parse(textOf(data) ?? ""));
  } catch {
    return {}; // Damaged, or another version.
  }
}

function databaseAt(env: Env, path: string | undefined): string | undefined {
  const folder = path ?? dataFolder(OPENCODE, env);
  const database = basename(folder).endsWith(".db") ? folder : join(folder, DATABASE);
  return look(database)?.isFile() ? database : undefined;
}

type Entry = Pick<PastRow, "at" | "row" | "signals">;

const DIALECT = { readToolUse, readToolEnd };

/** Row names use times, because a fork copies messages under new ids. `agent` is the subagent of the message. */
function* readMessage(
  message: Fields,
  parts: readonly Fields[],
  agent: string | undefined,
): Generator<Entry> {
  const { created, completed } = fieldsOf(message["time"]);
  const at = numberOf(created);
  if (at === undefined) return;
  const texts = parts.flatMap((part) => (isSaid(part) ? [textOf(part["text"])?.trim() ?? ""] : []));
  if (message["role"] === "user") {
    if (agent === undefined) yield* asked(at, texts.join("\n").trim(), parts);
    return;
  }
  if (message["role"] !== "assistant") return;
  const end = numberOf(completed);
  if (message["summary"] === true) {
    const summary = texts.join("\n").trim();
    if (summary !== "" && agent === undefined)
      yield {
        at: end ?? at,
        row: `${at}.summary`,
        signals: [{ is: "compaction-finished", trigger: "unknown", summary }],
      };
    return;
  }
  yield* worked(parts, agent);
  // The message is not complete.
  if (end === undefined) return;
  yield* closed(message, texts.filter(Boolean), { at, end, agent });
}

function* asked(at: number, text: string, parts: readonly Fields[]): Generator<Entry> {
  const compaction = parts.find((part) => part["type"] === "compaction");
  if (compaction !== undefined) {
    const trigger = compaction["auto"] === true ? "auto" : "manual";
    yield { at, row: `${at}.compaction`, signals: [{ is: "compaction-started", trigger }] };
  } else if (text !== "")
    yield { at, row: `${at}.prompt`, signals: [{ is: "prompt", text: plainPrompt(text) }] };
}

function* worked(parts: readonly Fields[], agent: string | undefined): Generator<Entry> {
  const own = agent === undefined ? {} : { agent_id: agent };
  for (const part of parts) {
    const state = fieldsOf(part["state"]);
    const { start, end } = fieldsOf(state["time"]);
    const began = numberOf(start);
    if (part["type"] !== "tool" || began === undefined) continue;
    const row = `${textOf(part["callID"]) ?? ""}@${began}`;
    const over = ended(part);
    const wire =
      over === undefined
        ? { hook_event_name: "PreToolUse", ...calling(part, state["input"]), ...own }
        : { hook_event_name: "PostToolUse", ...over, ...own };
    const signals = readSignals(wire, DIALECT).map(withoutRecall);
    yield over === undefined
      ? { at: began, row: `${row}.begun`, signals }
      : { at: numberOf(end) ?? began, row, signals };
  }
}

interface Closing {
  readonly at: number;
  readonly end: number;
  readonly agent: string | undefined;
}

/** The last text closes the turn if the agent stopped after it. */
function* closed(message: Fields, texts: readonly string[], { at, end, agent }: Closing): Generator<Entry> {
  const hasStopped = message["finish"] !== "tool-calls";
  const last = hasStopped ? texts.at(-1) : undefined;
  if (agent !== undefined) {
    const agentType = textOf(message["agent"]) ?? "subagent";
    const signal: Signal = { is: "subagent-finished", agentId: agent, agentType, message: last ?? "" };
    if (hasStopped) yield { at: end, row: `${at}.end`, signals: [signal] };
    return;
  }
  const said = last === undefined ? texts : texts.slice(0, -1);
  for (const [nth, text] of said.entries())
    yield { at: end, row: `${at}.${nth}`, signals: [{ is: "said", text }] };
  if (hasStopped) yield { at: end, row: `${at}.end`, signals: [{ is: "turn-ended", message: last ?? "" }] };
}

/** Text that plugins add is marked. */
function isSaid(part: Fields): boolean {
  return part["type"] === "text" && part["synthetic"] !== true && part["ignored"] !== true;
}
