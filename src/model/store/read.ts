import type { Row } from "../../host/sqlite.js";
import type { ProjectState } from "../fold/project.js";
import type { SessionState, TurnState } from "../fold/session/session-state.js";
import type { StoredThreads } from "../fold/thread/stored-threads.js";
import type { Database } from "./database.js";
import type { IndexedEvent, StoredSession } from "./store.js";

// The queries that both the store and its writer need, and how a row becomes a value.

export function readProject(db: Database, project: string): ProjectState | undefined {
  return readState(db.sql("SELECT state FROM project WHERE project = ?").get(project));
}

export function readSession(db: Database, project: string, session: string): StoredSession | undefined {
  const row = db
    .sql("SELECT clock, id, state FROM session WHERE project = ? AND session = ?")
    .get(project, session);
  const state = readState<SessionState>(row);
  return state === undefined ? undefined : { state, clock: Number(row?.["clock"]), id: String(row?.["id"]) };
}

/** In order; only the last ones if a limit is given. */
export function readTurns(db: Database, project: string, session: string, limit = -1): TurnState[] {
  const rows = db
    .sql(
      "SELECT t.state FROM turn t JOIN session s ON s.n = t.session WHERE s.project = ? AND s.session = ? ORDER BY t.n DESC LIMIT ?",
    )
    .all(project, session, limit);
  return readStates(rows.reverse());
}

export function readThreads(db: Database, project: string): StoredThreads | undefined {
  return readState(db.sql("SELECT state FROM threads WHERE project = ?").get(project));
}

/** In the order of (clock, id). */
export function readEvents(db: Database, project: string, session: string): IndexedEvent[] {
  return db
    .sql(
      `SELECT e.id, e.clock, t.name AS type, f.name AS file, e.offset, e.length
       FROM session s JOIN event e ON e.session = s.n JOIN name t ON t.n = e.type JOIN name f ON f.n = e.file
       WHERE s.project = ? AND s.session = ? ORDER BY e.clock, e.id`,
    )
    .all(project, session)
    .map((row) => readEvent(row, project, session));
}

export function readEvent(row: Row, project: string, session: string): IndexedEvent {
  return {
    id: String(row["id"]),
    clock: Number(row["clock"]),
    type: String(row["type"]),
    file: String(row["file"]),
    offset: Number(row["offset"]),
    length: Number(row["length"]),
    project,
    session,
  };
}

// This program's own folds wrote the states, and their version is checked on opening: no need to validate them.
export function readState<T>(row: Row | undefined): T | undefined {
  const text = row?.["state"];
  return typeof text === "string" && text !== "" ? parseState<T>(text) : undefined;
}

export function readStates<T>(rows: readonly Row[]): T[] {
  return rows.flatMap((row) => readState<T>(row) ?? []);
}

/** Reports a state that does not parse as damage, in SQLite's words, so that the file is set aside. */
export function parseState<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("database disk image is malformed: a state cannot be parsed", { cause });
  }
}

// libsql returns a blob as a Buffer or as an ArrayBuffer, depending on whether one row was read or many.
export function readBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array();
}
