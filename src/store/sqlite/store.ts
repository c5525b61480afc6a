import type { Footprint } from "../../fold/footprint/footprint.js";
import type { ProjectState } from "../../fold/project.js";
import type { SessionState, TurnState } from "../../fold/session/session-state.js";
import type { KeptThreads } from "../../fold/thread/kept-threads.js";
import type { Join, Thread } from "../../fold/thread/thread-state.js";
import { type Driver, type Row, rollBack, type Statement, type Value } from "../../host/sqlite.js";
import type {
  BadLine,
  Cursor,
  IndexedEvent,
  KeptFootprint,
  KeptSession,
  MessagePage,
  SessionFilter,
  Store,
  Writer,
} from "../port.js";
import { MemoryReader } from "./memory-reader.js";
import { readKept, readPointer, readState } from "./row.js";
import { SqliteWriter } from "./writer.js";

export class SqliteStore extends MemoryReader implements Store {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    super(preparing(driver));
    this.#driver = driver;
  }

  transact<T>(work: (writer: Writer) => T): T {
    // Never a deferred BEGIN: two readers that both want to write would fail instead of waiting.
    this.#driver.exec("BEGIN IMMEDIATE");
    try {
      const writer = new SqliteWriter(this.sql);
      const result = work(writer);
      writer.flush();
      this.#driver.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(this.#driver);
      throw error;
    }
  }

  cursors(): Cursor[] {
    return this.#all("SELECT file, offset FROM cursor ORDER BY file").map((row) => ({
      file: String(row["file"]),
      offset: Number(row["offset"]),
    }));
  }

  project(project: string): ProjectState | undefined {
    return readState<ProjectState>(this.#get("SELECT state FROM project WHERE project = ?", project));
  }

  projects(): ProjectState[] {
    return this.#all("SELECT state FROM project ORDER BY project").flatMap(
      (row) => readState<ProjectState>(row) ?? [],
    );
  }

  session(project: string, session: string): KeptSession | undefined {
    return readKept(
      this.#get("SELECT clock, id, state FROM session WHERE project = ? AND session = ?", project, session),
    );
  }

  findSessions(prefix: string): SessionState[] {
    return this.#all(
      "SELECT state FROM session WHERE session >= ? AND session < ? ORDER BY clock DESC, session",
      prefix,
      `${prefix}\u{10ffff}`,
    ).flatMap((row) => readState<SessionState>(row) ?? []);
  }

  sessions({ project, worked, agent, tag, limit = -1 }: SessionFilter): SessionState[] {
    const conditions = [
      "state <> ''",
      ...(project === undefined ? [] : ["project = ?"]),
      ...(agent === undefined ? [] : ["agent = ?"]),
      ...(tag === undefined ? [] : ["EXISTS (SELECT 1 FROM json_each(state, '$.tags') WHERE value = ?)"]),
      ...(worked ? ["worked = 1"] : []),
    ];
    const values = [project, agent, tag, limit].filter((value) => value !== undefined);
    return this.#all(
      `SELECT state FROM session WHERE ${conditions.join(" AND ")} ORDER BY clock DESC, session LIMIT ?`,
      ...values,
    ).flatMap((row) => readState<SessionState>(row) ?? []);
  }

  footprints(project: string, limit: number): KeptFootprint[] {
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

  turns(project: string, session: string, last?: number): TurnState[] {
    return new SqliteWriter(this.sql).turns(project, session, last);
  }

  threads(project: string): KeptThreads | undefined {
    return new SqliteWriter(this.sql).threads(project);
  }

  retiredThreads(project: string): Thread[] {
    return this.#all("SELECT state FROM retired_thread WHERE project = ? ORDER BY id", project).flatMap(
      (row) => readState<Thread>(row) ?? [],
    );
  }

  joins(project: string, thread?: string): Join[] {
    const [condition, ...values] = thread === undefined ? ["", project] : ["AND thread = ?", project, thread];
    return this.#all(
      `SELECT state FROM joined WHERE project = ? ${condition} ORDER BY at, turn`,
      ...values,
    ).flatMap((row) => readState<Join>(row) ?? []);
  }

  joinsOf(project: string, turns: readonly string[]): Join[] {
    return turns.flatMap(
      (turn) =>
        readState<Join>(
          this.#get("SELECT state FROM joined WHERE project = ? AND turn = ?", project, turn),
        ) ?? [],
    );
  }

  events(project: string, session: string): IndexedEvent[] {
    return new SqliteWriter(this.sql).events(project, session);
  }

  messages(project: string, session: string, page: MessagePage): IndexedEvent[] {
    const { limit, before, after, oldestFirst } = page;
    const row = this.#get("SELECT n FROM session WHERE project = ? AND session = ?", project, session);
    if (row === undefined) return [];
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
      Number(row["n"]),
      ...(before === undefined ? [] : [before.clock, before.id]),
      ...(after === undefined ? [] : [after.clock, after.id]),
      limit,
    ).map((row) => readPointer(row, project, session));
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
    const count = (table: string) => Number(this.#get(`SELECT count(*) AS n FROM ${table}`)?.["n"] ?? 0);
    // What was declared outside of any session has a row, too, and is none.
    const sessions = count("session WHERE session <> ''");
    return { events: count("event"), sessions, badLines: count("bad_line") };
  }

  close(): void {
    this.#driver.close();
  }

  #get(sql: string, ...values: Value[]): Row | undefined {
    return this.sql(sql).get(...values);
  }

  #all(sql: string, ...values: Value[]): Row[] {
    return this.sql(sql).all(...values);
  }
}

/** Each statement is prepared once. */
function preparing(driver: Driver): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = driver.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  };
}
