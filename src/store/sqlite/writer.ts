import type { Footprint } from "../../fold/footprint/footprint.js";
import type { ProjectState } from "../../fold/project.js";
import type { TurnState } from "../../fold/session/session-state.js";
import { hasWorked } from "../../fold/session/status.js";
import type { KeptThreads } from "../../fold/thread/kept-threads.js";
import type { Join, Thread } from "../../fold/thread/thread-state.js";
import { type ThreadTurn, threadTurn } from "../../fold/thread/thread-turn.js";
import type { Statement } from "../../host/sqlite.js";
import { type BadLine, type IndexedEvent, type KeptSession, MESSAGE, type Writer } from "../port.js";
import { MemoryWriter } from "./memory-writer.js";
import { readKept, readPointer, readState } from "./row.js";

/** The writing half of the store; alive only inside a transaction. */
export class SqliteWriter extends MemoryWriter implements Writer {
  #addEvent: Statement | undefined;

  cursor(file: string): number {
    return Number(this.sql("SELECT offset FROM cursor WHERE file = ?").get(file)?.["offset"] ?? 0);
  }

  moveCursor(file: string, offset: number): void {
    this.sql(
      "INSERT INTO cursor VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET offset = excluded.offset",
    ).run(file, offset);
  }

  addEvent(event: IndexedEvent): boolean {
    this.#addEvent ??= this.sql("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)");
    const session = this.sessionNumber(event.project, event.session);
    const { changes } = this.#addEvent.run(
      session,
      event.id,
      event.clock,
      this.name("type", event.type),
      this.name("file", event.file),
      event.offset,
      event.length,
    );
    if (Number(changes) === 0) return false;
    if (event.type === MESSAGE)
      this.sql("INSERT INTO message VALUES (?, ?, ?)").run(session, event.clock, event.id);
    return true;
  }

  addBadLine(line: BadLine): void {
    this.sql("INSERT OR IGNORE INTO bad_line VALUES (?, ?, ?, ?)").run(
      line.file,
      line.offset,
      line.length,
      line.reason,
    );
  }

  project(project: string): ProjectState | undefined {
    return readState<ProjectState>(this.sql("SELECT state FROM project WHERE project = ?").get(project));
  }

  putProject(state: ProjectState): void {
    this.sql(
      "INSERT INTO project VALUES (?, ?) ON CONFLICT (project) DO UPDATE SET state = excluded.state",
    ).run(state.project, JSON.stringify(state));
  }

  session(project: string, session: string): KeptSession | undefined {
    return readKept(
      this.sql("SELECT clock, id, state FROM session WHERE project = ? AND session = ?").get(
        project,
        session,
      ),
    );
  }

  putSession({ state, clock, id }: KeptSession): void {
    this.sql("UPDATE session SET worked = ?, agent = ?, clock = ?, id = ?, state = ? WHERE n = ?").run(
      hasWorked(state) ? 1 : 0,
      state.agent,
      clock,
      id,
      JSON.stringify(state),
      this.sessionNumber(state.project, state.session),
    );
  }

  footprint(project: string, session: string): Footprint | undefined {
    return readState<Footprint>(
      this.sql("SELECT state FROM footprint WHERE session = ?").get(this.sessionNumber(project, session)),
    );
  }

  putFootprint(project: string, session: string, footprint: Footprint): void {
    this.sql(
      "INSERT INTO footprint VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET state = excluded.state",
    ).run(this.sessionNumber(project, session), JSON.stringify(footprint));
  }

  putTurn(project: string, session: string, turn: TurnState): void {
    this.sql(
      "INSERT INTO turn VALUES (?, ?, ?) ON CONFLICT (session, n) DO UPDATE SET state = excluded.state",
    ).run(this.sessionNumber(project, session), turn.n, JSON.stringify(turn));
  }

  dropTurns(project: string, session: string): void {
    this.sql("DELETE FROM turn WHERE session = ?").run(this.sessionNumber(project, session));
  }

  turns(project: string, session: string, last = -1): TurnState[] {
    return this.sql(
      "SELECT t.state FROM turn t JOIN session s ON s.n = t.session WHERE s.project = ? AND s.session = ? ORDER BY t.n DESC LIMIT ?",
    )
      .all(project, session, last)
      .reverse()
      .flatMap((row) => readState<TurnState>(row) ?? []);
  }

  threadTurns(project: string): ThreadTurn[] {
    return this.sql(
      "SELECT s.session, t.state FROM session s JOIN turn t ON t.session = s.n WHERE s.project = ?",
    )
      .all(project)
      .flatMap((row) => {
        const turn = readState<TurnState>(row);
        return (turn !== undefined && threadTurn(String(row["session"]), turn)) || [];
      });
  }

  threads(project: string): KeptThreads | undefined {
    return readState<KeptThreads>(this.sql("SELECT state FROM threads WHERE project = ?").get(project));
  }

  putThreads(project: string, kept: KeptThreads): void {
    this.sql(
      "INSERT INTO threads VALUES (?, ?) ON CONFLICT (project) DO UPDATE SET state = excluded.state",
    ).run(project, JSON.stringify(kept));
  }

  dropThreads(project: string): void {
    for (const table of ["threads", "retired_thread", "joined"])
      this.sql(`DELETE FROM ${table} WHERE project = ?`).run(project);
  }

  retireThread(project: string, thread: Thread): void {
    this.sql("INSERT OR REPLACE INTO retired_thread VALUES (?, ?, ?)").run(
      project,
      thread.id,
      JSON.stringify(thread),
    );
  }

  putJoin(project: string, join: Join): void {
    const { turn, thread, at } = join;
    this.sql("INSERT OR REPLACE INTO joined VALUES (?, ?, ?, ?, ?)").run(
      project,
      turn,
      thread,
      at,
      JSON.stringify(join),
    );
  }

  dropJoin(project: string, turn: string): void {
    this.sql("DELETE FROM joined WHERE project = ? AND turn = ?").run(project, turn);
  }

  events(project: string, session: string): IndexedEvent[] {
    return this.sql(
      `SELECT e.id, e.clock, t.name AS type, f.name AS file, e.offset, e.length
       FROM session s JOIN event e ON e.session = s.n JOIN name t ON t.n = e.type JOIN name f ON f.n = e.file
       WHERE s.project = ? AND s.session = ? ORDER BY e.clock, e.id`,
    )
      .all(project, session)
      .map((row) => readPointer(row, project, session));
  }

  moveFile(from: string, to: readonly { file: string; start: number; end: number }[]): void {
    const old = this.name("file", from);
    for (const { file, start, end } of to) {
      this.sql(
        "UPDATE event SET file = ?, offset = offset - ? WHERE file = ? AND offset >= ? AND offset < ?",
      ).run(this.name("file", file), start, old, start, end);
      this.moveCursor(file, end - start);
    }
    this.sql("DELETE FROM cursor WHERE file = ?").run(from);
  }
}
