import { basename, join } from "node:path";
import type { Env } from "../../host/env.js";
import { look } from "../../host/foreign-file.js";
import { named } from "../agents.js";
import type { Past, PastDatabase, PastRecord, PastRow } from "../past.js";
import { type Fields, fieldsOf, numberOf, textOf } from "../payload/fields.js";
import { dataFolder, OPENCODE } from "./folder.js";
import { tellMessage } from "./past-message.js";

const DATABASE = "opencode.db";
// Subagents may start others; a circle has no top.
const DEEPEST = 8;

/** OpenCode's database: a session is a record, its messages and their parts are the rows. */
export const opencodePast: Past = {
  ...named("opencode"),

  find(env, open, path) {
    const database = databaseAt(env, path);
    const db = database === undefined ? undefined : open(database);
    if (database === undefined || db === undefined) return [];
    try {
      return db.all(SESSIONS).flatMap((row) => recordOf(database, row) ?? []);
    } catch {
      return damaged(database); // Laid out otherwise, or none.
    } finally {
      db.close();
    }
  },

  // One file holds all of them: that there is something is all that its name tells.
  count: (env) => (databaseAt(env, undefined) === undefined ? 0 : 1),

  *read({ path }, _, open) {
    const at = path.lastIndexOf("#");
    if (at < 0 || path.endsWith(".db")) return;
    const db = open(path.slice(0, at));
    if (db === undefined) return;
    try {
      yield* tell(db, path.slice(at + 1));
    } catch {
      // Laid out otherwise, or damaged: what was told until then is good.
    } finally {
      db.close();
    }
  },

  flaw: ({ path }) => (path.endsWith(".db") ? "no database of OpenCode's" : undefined),
};

/** A database of which no session can be read is one record, so that somebody is told of it. */
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

function* tell(db: PastDatabase, id: string): Generator<PastRow> {
  const { top, directory } = topOf(db, id);
  const cwd = textOf(directory);
  const place = { session: top, from: 0, ...(cwd === undefined ? {} : { cwd }) };
  const agent = top === id ? undefined : id;
  // One message at a time: what tools returned stands in them whole.
  for (const { id: named } of db.all(MESSAGES, id)) {
    const message = textOf(named) ?? "";
    const [whole] = db.all("SELECT data FROM message WHERE id = ?", message);
    const parts = db.all("SELECT data FROM part WHERE message_id = ? ORDER BY id", message);
    const read = parts.map(({ data }) => parsed(data));
    for (const told of tellMessage(parsed(whole?.["data"]), read, agent)) yield { ...place, ...told };
  }
}

const MESSAGES = "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id";

/** A subagent's session is told in the one that a person began. */
function topOf(db: PastDatabase, id: string): { readonly top: string; readonly directory: unknown } {
  let top = id;
  let directory: unknown;
  for (let depth = 0; depth < DEEPEST; depth++) {
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
    return {}; // Damaged, or of a version that keeps something else there.
  }
}

function databaseAt(env: Env, path: string | undefined): string | undefined {
  const folder = path ?? dataFolder(OPENCODE, env);
  const database = basename(folder).endsWith(".db") ? folder : join(folder, DATABASE);
  return look(database)?.isFile() ? database : undefined;
}
