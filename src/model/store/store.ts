import type { Point } from "../../event/order.js";
import type { Row, Value } from "../../host/sqlite.js";
import type { Footprint } from "../fold/footprint/footprint.js";
import type { ProjectState } from "../fold/project.js";
import type { SessionState } from "../fold/session/session-state.js";
import type { Join, Thread } from "../fold/thread/thread-state.js";
import { findSession } from "./database.js";
import { EmbeddingReader } from "./embedding-reader.js";
import { MemoryReader } from "./memory-reader.js";
import { Reader, readEvent, readPointer, readState, readStates } from "./read.js";
import { Writer } from "./writer.js";

/** Where an event or a line is in the journal. */
export interface Pointer {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface IndexedEvent extends Pointer {
  readonly id: string;
  readonly type: string;
  readonly clock: number;
  readonly project: string;
  readonly session: string;
}

/** A session's state with the last event folded into it. */
export interface StoredSession {
  readonly state: SessionState;
  readonly clock: number;
  readonly id: string;
}

/** The files and names a session touched. */
export interface StoredFootprint {
  readonly session: string;
  readonly footprint: Footprint;
}

export interface BadLine extends Pointer {
  readonly reason: string;
}

/** How far a journal file has been drained. */
export interface Cursor {
  readonly file: string;
  readonly offset: number;
}

export interface SessionFilter {
  readonly project?: string;
  /** Only sessions that have done something. */
  readonly worked?: boolean;
  readonly agent?: string;
  readonly tag?: string;
  readonly limit?: number;
}

export interface MessagePage {
  readonly limit: number;
  /** Only messages before this point in the order of (clock, id). */
  readonly before?: Point;
  /** Only messages after this point. */
  readonly after?: Point;
  readonly oldestFirst?: boolean;
}

/** The read model: a cache of the journal that can be deleted and rebuilt. */
export class Store extends Reader {
  readonly memories = new MemoryReader(this.db);
  readonly embeddings = new EmbeddingReader(this.db);

  /** Runs `work` as the only writer. Everything it writes is kept or, if it throws, nothing. */
  transact<T>(work: (writer: Writer) => T): T {
    return this.db.transact(() => {
      const writer = new Writer(this.db);
      const result = work(writer);
      writer.flush();
      return result;
    });
  }

  cursors(): Cursor[] {
    return this.#all("SELECT file, offset FROM cursor ORDER BY file").map((row) => ({
      file: String(row["file"]),
      offset: Number(row["offset"]),
    }));
  }

  projects(): ProjectState[] {
    return readStates(this.#all("SELECT state FROM project ORDER BY project"));
  }

  /** The states of a session, one for each project it worked in, by its id or the start of it. */
  findSessions(prefix: string): SessionState[] {
    const sql = "SELECT state FROM session WHERE session >= ? AND session < ? ORDER BY clock DESC, session";
    return readStates(this.#all(sql, prefix, `${prefix}\u{10ffff}`));
  }

  /** Newest first by the logical clock: a wall clock that was once ahead must not hide later sessions. */
  sessions({ project, worked, agent, tag, limit = -1 }: SessionFilter): SessionState[] {
    const conditions = ["state <> ''"];
    if (project !== undefined) conditions.push("project = ?");
    if (agent !== undefined) conditions.push("agent = ?");
    if (tag !== undefined)
      conditions.push("EXISTS (SELECT 1 FROM json_each(state, '$.tags') WHERE value = ?)");
    if (worked) conditions.push("worked = 1");
    const values = [project, agent, tag, limit].filter((value) => value !== undefined);
    const sql = `SELECT state FROM session WHERE ${conditions.join(" AND ")} ORDER BY clock DESC, session LIMIT ?`;
    return readStates(this.#all(sql, ...values));
  }

  /** Only sessions that have done something, newest first. */
  footprints(project: string, limit: number): StoredFootprint[] {
    const sql = `SELECT s.session, f.state FROM session s JOIN footprint f ON f.session = s.n
       WHERE s.project = ? AND s.worked = 1 ORDER BY s.clock DESC, s.session LIMIT ?`;
    return this.#all(sql, project, limit).flatMap((row) => {
      const footprint = readState<Footprint>(row);
      return footprint === undefined ? [] : [{ session: String(row["session"]), footprint }];
    });
  }

  /** Threads that are only listed, by id. */
  retiredThreads(project: string): Thread[] {
    return readStates(this.#all("SELECT state FROM retired_thread WHERE project = ? ORDER BY id", project));
  }

  /** The thread of each turn, oldest first; of one thread or of the whole project. */
  joins(project: string, thread?: string): Join[] {
    const [condition, ...values] = thread === undefined ? ["", project] : ["AND thread = ?", project, thread];
    const sql = `SELECT state FROM joined WHERE project = ? ${condition} ORDER BY at, turn`;
    return readStates(this.#all(sql, ...values));
  }

  /** The threads of the given turns. */
  joinsOf(project: string, turns: readonly string[]): Join[] {
    const sql = "SELECT state FROM joined WHERE project = ? AND turn = ?";
    return readStates(turns.flatMap((turn) => this.#all(sql, project, turn)));
  }

  /** Pointers to the messages of a session: the newest of the page first, unless the oldest are asked for. */
  messages(project: string, session: string, page: MessagePage): IndexedEvent[] {
    const { limit, before, after, oldestFirst } = page;
    const n = findSession(this.db, project, session);
    if (n === undefined) return [];
    const order = oldestFirst ? "ORDER BY m.clock, m.id" : "ORDER BY m.clock DESC, m.id DESC";
    const bound = (is: "<" | ">") => `AND (m.clock, m.id) ${is} (?, ?)`;
    return this.#all(
      `SELECT e.id, e.clock, t.name AS type, f.name AS file, e.offset, e.length
       FROM (SELECT m.session, m.clock, m.id FROM message m WHERE m.session = ?
             ${before === undefined ? "" : bound("<")} ${after === undefined ? "" : bound(">")}
             ${order} LIMIT ?) m
       JOIN event e ON e.session = m.session AND e.id = m.id
       JOIN name t ON t.n = e.type JOIN name f ON f.n = e.file
       ${order}`,
      n,
      ...(before === undefined ? [] : [before.clock, before.id]),
      ...(after === undefined ? [] : [after.clock, after.id]),
      limit,
    ).map((row) => readEvent(row, project, session));
  }

  badLines(): BadLine[] {
    const rows = this.#all("SELECT file, offset, length, reason FROM bad_line ORDER BY file, offset");
    return rows.map((row) => ({ ...readPointer(row), reason: String(row["reason"]) }));
  }

  counts(): { events: number; sessions: number; badLines: number } {
    const count = (table: string) => Number(this.#all(`SELECT count(*) AS n FROM ${table}`)[0]?.["n"] ?? 0);
    // Declarations outside of sessions share a row with an empty id, which is not a session.
    const sessions = count("session WHERE session <> ''");
    return { events: count("event"), sessions, badLines: count("bad_line") };
  }

  close(): void {
    this.db.close();
  }

  #all(sql: string, ...values: Value[]): Row[] {
    return this.db.sql(sql).all(...values);
  }
}
