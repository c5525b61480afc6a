import type { Point } from "../../event/order.js";
import type { Driver, Row, Value } from "../../host/sqlite.js";
import type { Footprint } from "../fold/footprint/footprint.js";
import type { ProjectState } from "../fold/project.js";
import type { SessionState, TurnState } from "../fold/session/session-state.js";
import type { StoredThreads } from "../fold/thread/stored-threads.js";
import type { Join, Thread } from "../fold/thread/thread-state.js";
import { Database, findSession } from "./database.js";
import { EmbeddingReader } from "./embedding-reader.js";
import { MemoryReader } from "./memory-reader.js";
import {
  readEvent,
  readEvents,
  readProject,
  readSession,
  readState,
  readStates,
  readThreads,
  readTurns,
} from "./read.js";
import { Writer } from "./writer.js";

/** Where an event or a line is in the journal. */
interface Pointer {
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
export class Store {
  readonly memories: MemoryReader;
  readonly embeddings: EmbeddingReader;
  readonly #db: Database;

  constructor(driver: Driver) {
    this.#db = new Database(driver);
    this.memories = new MemoryReader(this.#db);
    this.embeddings = new EmbeddingReader(this.#db);
  }

  /** Runs `work` as the only writer. Everything it writes is kept or, if it throws, nothing. */
  transact<T>(work: (writer: Writer) => T): T {
    return this.#db.transact(() => {
      const writer = new Writer(this.#db);
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

  project(project: string): ProjectState | undefined {
    return readProject(this.#db, project);
  }

  projects(): ProjectState[] {
    return readStates(this.#all("SELECT state FROM project ORDER BY project"));
  }

  session(project: string, session: string): StoredSession | undefined {
    return readSession(this.#db, project, session);
  }

  /** The states of a session, one for each project it worked in, by its id or the start of it. */
  findSessions(prefix: string): SessionState[] {
    return readStates(
      this.#all(
        "SELECT state FROM session WHERE session >= ? AND session < ? ORDER BY clock DESC, session",
        prefix,
        `${prefix}\u{10ffff}`,
      ),
    );
  }

  /** Newest first by the logical clock: a wall clock that was once ahead must not hide later sessions. */
  sessions({ project, worked, agent, tag, limit = -1 }: SessionFilter): SessionState[] {
    const conditions = [
      "state <> ''",
      ...(project === undefined ? [] : ["project = ?"]),
      ...(agent === undefined ? [] : ["agent = ?"]),
      ...(tag === undefined ? [] : ["EXISTS (SELECT 1 FROM json_each(state, '$.tags') WHERE value = ?)"]),
      ...(worked ? ["worked = 1"] : []),
    ];
    const values = [project, agent, tag, limit].filter((value) => value !== undefined);
    return readStates(
      this.#all(
        `SELECT state FROM session WHERE ${conditions.join(" AND ")} ORDER BY clock DESC, session LIMIT ?`,
        ...values,
      ),
    );
  }

  /** Only sessions that have done something, newest first. */
  footprints(project: string, limit: number): StoredFootprint[] {
    return this.#all(
      `SELECT s.session, f.state FROM session s JOIN footprint f ON f.session = s.n
       WHERE s.project = ? AND s.worked = 1 ORDER BY s.clock DESC, s.session LIMIT ?`,
      project,
      limit,
    ).flatMap((row) => {
      const footprint = readState<Footprint>(row);
      return footprint === undefined ? [] : [{ session: String(row["session"]), footprint }];
    });
  }

  /** In order; only the last ones if a limit is given. */
  turns(project: string, session: string, limit?: number): TurnState[] {
    return readTurns(this.#db, project, session, limit);
  }

  threads(project: string): StoredThreads | undefined {
    return readThreads(this.#db, project);
  }

  /** Threads that are only listed, by id. */
  retiredThreads(project: string): Thread[] {
    return readStates(this.#all("SELECT state FROM retired_thread WHERE project = ? ORDER BY id", project));
  }

  /** The thread of each turn, oldest first; of one thread or of the whole project. */
  joins(project: string, thread?: string): Join[] {
    const [condition, ...values] = thread === undefined ? ["", project] : ["AND thread = ?", project, thread];
    return readStates(
      this.#all(`SELECT state FROM joined WHERE project = ? ${condition} ORDER BY at, turn`, ...values),
    );
  }

  /** The threads of the given turns. */
  joinsOf(project: string, turns: readonly string[]): Join[] {
    return readStates(
      turns.flatMap((turn) =>
        this.#all("SELECT state FROM joined WHERE project = ? AND turn = ?", project, turn),
      ),
    );
  }

  /** Pointers to a session's events, in the order of (clock, id). */
  events(project: string, session: string): IndexedEvent[] {
    return readEvents(this.#db, project, session);
  }

  /** Pointers to the messages of a session: the newest of the page first, unless the oldest are asked for. */
  messages(project: string, session: string, page: MessagePage): IndexedEvent[] {
    const { limit, before, after, oldestFirst } = page;
    const n = findSession(this.#db, project, session);
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
    return this.#all("SELECT file, offset, length, reason FROM bad_line ORDER BY file, offset").map(
      (row) => ({
        file: String(row["file"]),
        offset: Number(row["offset"]),
        length: Number(row["length"]),
        reason: String(row["reason"]),
      }),
    );
  }

  counts(): { events: number; sessions: number; badLines: number } {
    const count = (table: string) => Number(this.#all(`SELECT count(*) AS n FROM ${table}`)[0]?.["n"] ?? 0);
    // Declarations outside of sessions share a row with an empty id, which is not a session.
    const sessions = count("session WHERE session <> ''");
    return { events: count("event"), sessions, badLines: count("bad_line") };
  }

  close(): void {
    this.#db.close();
  }

  #all(sql: string, ...values: Value[]): Row[] {
    return this.#db.sql(sql).all(...values);
  }
}
