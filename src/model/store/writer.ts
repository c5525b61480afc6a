import type { EventName } from "../../event/registry.js";
import type { Statement, Value } from "../../host/sqlite.js";
import type { Footprint } from "../fold/footprint/footprint.js";
import type { ProjectState } from "../fold/project.js";
import type { TurnState } from "../fold/session/session-state.js";
import { hasWorked } from "../fold/session/status.js";
import type { StoredThreads } from "../fold/thread/stored-threads.js";
import { type Join, type Thread, type ThreadTurn, threadTurn } from "../fold/thread/thread-state.js";
import { type Database, Names } from "./database.js";
import { EmbeddingWriter } from "./embedding-writer.js";
import { MemoryWriter } from "./memory-writer.js";
import { readEvents, readProject, readSession, readState, readThreads, readTurns } from "./read.js";
import type { BadLine, IndexedEvent, StoredSession } from "./store.js";

const MESSAGE: EventName = "message.added";

/** Writes to the store. Valid only inside the transaction it was made for. */
export class Writer {
  readonly memories: MemoryWriter;
  readonly embeddings: EmbeddingWriter;
  readonly #db: Database;
  readonly #names: Names;
  #addEvent: Statement | undefined;

  constructor(db: Database) {
    this.#db = db;
    this.#names = new Names(db);
    this.embeddings = new EmbeddingWriter(db, this.#names);
    this.memories = new MemoryWriter(db, this.#names, this.embeddings);
  }

  /** Writes everything that was held back in order to be written once. */
  flush(): void {
    this.embeddings.flush();
    this.memories.flush();
  }

  cursor(file: string): number {
    return Number(this.#db.sql("SELECT offset FROM cursor WHERE file = ?").get(file)?.["offset"] ?? 0);
  }

  moveCursor(file: string, offset: number): void {
    this.#run(
      "INSERT INTO cursor VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET offset = excluded.offset",
      file,
      offset,
    );
  }

  /** False if the session already has an event with this id. */
  addEvent(event: IndexedEvent): boolean {
    this.#addEvent ??= this.#db.sql("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)");
    const session = this.#names.session(event.project, event.session);
    const { changes } = this.#addEvent.run(
      session,
      event.id,
      event.clock,
      this.#names.number("type", event.type),
      this.#names.number("file", event.file),
      event.offset,
      event.length,
    );
    if (Number(changes) === 0) return false;
    if (event.type === MESSAGE)
      this.#run("INSERT INTO message VALUES (?, ?, ?)", session, event.clock, event.id);
    return true;
  }

  /** Ignores a line that is already known: folding a session again meets its bad lines again. */
  addBadLine({ file, offset, length, reason }: BadLine): void {
    this.#run("INSERT OR IGNORE INTO bad_line VALUES (?, ?, ?, ?)", file, offset, length, reason);
  }

  project(project: string): ProjectState | undefined {
    return readProject(this.#db, project);
  }

  putProject(state: ProjectState): void {
    this.#run(
      "INSERT INTO project VALUES (?, ?) ON CONFLICT (project) DO UPDATE SET state = excluded.state",
      state.project,
      JSON.stringify(state),
    );
  }

  session(project: string, session: string): StoredSession | undefined {
    return readSession(this.#db, project, session);
  }

  putSession({ state, clock, id }: StoredSession): void {
    this.#run(
      "UPDATE session SET worked = ?, agent = ?, clock = ?, id = ?, state = ? WHERE n = ?",
      hasWorked(state) ? 1 : 0,
      state.agent,
      clock,
      id,
      JSON.stringify(state),
      this.#names.session(state.project, state.session),
    );
  }

  footprint(project: string, session: string): Footprint | undefined {
    const n = this.#names.session(project, session);
    return readState(this.#db.sql("SELECT state FROM footprint WHERE session = ?").get(n));
  }

  putFootprint(project: string, session: string, footprint: Footprint): void {
    this.#run(
      "INSERT INTO footprint VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET state = excluded.state",
      this.#names.session(project, session),
      JSON.stringify(footprint),
    );
  }

  turns(project: string, session: string): TurnState[] {
    return readTurns(this.#db, project, session);
  }

  putTurn(project: string, session: string, turn: TurnState): void {
    this.#run(
      "INSERT INTO turn VALUES (?, ?, ?) ON CONFLICT (session, n) DO UPDATE SET state = excluded.state",
      this.#names.session(project, session),
      turn.n,
      JSON.stringify(turn),
    );
  }

  removeTurns(project: string, session: string): void {
    this.#run("DELETE FROM turn WHERE session = ?", this.#names.session(project, session));
  }

  /** All finished turns of a project, in no order. */
  threadTurns(project: string): ThreadTurn[] {
    return this.#db
      .sql("SELECT s.session, t.state FROM session s JOIN turn t ON t.session = s.n WHERE s.project = ?")
      .all(project)
      .flatMap((row) => {
        const turn = readState<TurnState>(row);
        return (turn !== undefined && threadTurn(String(row["session"]), turn)) || [];
      });
  }

  threads(project: string): StoredThreads | undefined {
    return readThreads(this.#db, project);
  }

  putThreads(project: string, kept: StoredThreads): void {
    this.#run(
      "INSERT INTO threads VALUES (?, ?) ON CONFLICT (project) DO UPDATE SET state = excluded.state",
      project,
      JSON.stringify(kept),
    );
  }

  /** Deletes the project's threads, the retired ones and the joins too. */
  removeThreads(project: string): void {
    for (const table of ["threads", "retired_thread", "joined"])
      this.#run(`DELETE FROM ${table} WHERE project = ?`, project);
  }

  retireThread(project: string, thread: Thread): void {
    this.#run(
      "INSERT OR REPLACE INTO retired_thread VALUES (?, ?, ?)",
      project,
      thread.id,
      JSON.stringify(thread),
    );
  }

  putJoin(project: string, join: Join): void {
    const { turn, thread, at } = join;
    this.#run(
      "INSERT OR REPLACE INTO joined VALUES (?, ?, ?, ?, ?)",
      project,
      turn,
      thread,
      at,
      JSON.stringify(join),
    );
  }

  removeJoin(project: string, turn: string): void {
    this.#run("DELETE FROM joined WHERE project = ? AND turn = ?", project, turn);
  }

  events(project: string, session: string): IndexedEvent[] {
    return readEvents(this.#db, project, session);
  }

  /** Moves the pointers to a file that was compressed into one or more parts. */
  moveFile(from: string, to: readonly { file: string; start: number; end: number }[]): void {
    const old = this.#names.number("file", from);
    for (const { file, start, end } of to) {
      this.#run(
        "UPDATE event SET file = ?, offset = offset - ? WHERE file = ? AND offset >= ? AND offset < ?",
        this.#names.number("file", file),
        start,
        old,
        start,
        end,
      );
      this.moveCursor(file, end - start);
    }
    this.#run("DELETE FROM cursor WHERE file = ?", from);
  }

  #run(sql: string, ...values: Value[]): void {
    this.#db.sql(sql).run(...values);
  }
}
