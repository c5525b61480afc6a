import type { Row } from "../../host/sqlite.js";
import type { ProjectState } from "../fold/project.js";
import type { TurnNotes } from "../fold/session/note.js";
import type { SessionState, TurnState } from "../fold/session/session-state.js";
import type { StoredThreads } from "../fold/thread/stored-threads.js";
import type { Database } from "./database.js";
import type { IndexedEvent, Pointer, StoredSession } from "./store.js";

/** The queries that both the store and its writer need. */
export class Reader {
  constructor(protected readonly db: Database) {}

  project(project: string): ProjectState | undefined {
    return readState(this.db.sql("SELECT state FROM project WHERE project = ?").get(project));
  }

  session(project: string, session: string): StoredSession | undefined {
    const select = this.db.sql("SELECT clock, id, state FROM session WHERE project = ? AND session = ?");
    const row = select.get(project, session);
    const state = readState<SessionState>(row);
    return state && { state, clock: Number(row?.["clock"]), id: String(row?.["id"]) };
  }

  /** In order; only the last ones if a limit is given. */
  turns(project: string, session: string, limit = -1): TurnState[] {
    const select = this.db.sql(
      "SELECT t.state FROM turn t JOIN session s ON s.n = t.session WHERE s.project = ? AND s.session = ? ORDER BY t.n DESC LIMIT ?",
    );
    return readStates(select.all(project, session, limit).reverse());
  }

  /** The notes of a project's last turns, the latest first. */
  notes(project: string, limit: number): TurnNotes[] {
    // By logical time: a wall clock that was once ahead must not hide what came after. By the session's name, because
    // its number depends on which session came first.
    const select = this.db.sql(
      `SELECT t.state FROM note t JOIN session s ON s.n = t.session
       WHERE t.project = ? ORDER BY t.clock DESC, s.session, t.n DESC LIMIT ?`,
    );
    return readStates<TurnNotes>(select.all(project, limit));
  }

  threads(project: string): StoredThreads | undefined {
    return readState(this.db.sql("SELECT state FROM threads WHERE project = ?").get(project));
  }

  /** Pointers to a session's events, in the order of (clock, id). */
  events(project: string, session: string): IndexedEvent[] {
    const select = this.db.sql(
      `SELECT e.id, e.clock, t.name AS type, f.name AS file, e.offset, e.length
       FROM session s JOIN event e ON e.session = s.n JOIN name t ON t.n = e.type JOIN name f ON f.n = e.file
       WHERE s.project = ? AND s.session = ? ORDER BY e.clock, e.id`,
    );
    return select.all(project, session).map((row) => readEvent(row, project, session));
  }
}

export function readEvent(row: Row, project: string, session: string): IndexedEvent {
  return {
    id: String(row["id"]),
    clock: Number(row["clock"]),
    type: String(row["type"]),
    ...readPointer(row),
    project,
    session,
  };
}

export function readPointer(row: Row): Pointer {
  return { file: String(row["file"]), offset: Number(row["offset"]), length: Number(row["length"]) };
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
