import type { EventName } from "../../event/registry.js";
import type { Statement, Value } from "../../host/sqlite.js";
import type { Footprint } from "../fold/footprint/footprint.js";
import type { ProjectState } from "../fold/project.js";
import { nameNotes, type TurnNotes } from "../fold/session/note.js";
import type { TurnState } from "../fold/session/session-state.js";
import { hasWorked } from "../fold/session/status.js";
import type { StoredThreads } from "../fold/thread/stored-threads.js";
import { type Join, type Thread, type ThreadTurn, threadTurn } from "../fold/thread/thread-state.js";
import { Names } from "./database.js";
import { EmbeddingWriter } from "./embedding-writer.js";
import { MemoryWriter } from "./memory-writer.js";
import { Reader, readState } from "./read.js";
import type { BadLine, IndexedEvent, StoredSession } from "./store.js";

const MESSAGE: EventName = "message.added";

/** Writes to the store. Valid only inside the transaction it was made for. */
export class Writer extends Reader {
  readonly #names = new Names(this.db);
  readonly embeddings = new EmbeddingWriter(this.db, this.#names);
  readonly memories = new MemoryWriter(this.db, this.#names, this.embeddings);
  #addEvent: Statement | undefined;

  /** Writes everything that was held back in order to be written once. */
  flush(): void {
    this.embeddings.flush();
    this.memories.flush();
  }

  cursor(file: string): number {
    return Number(this.db.sql("SELECT offset FROM cursor WHERE file = ?").get(file)?.["offset"] ?? 0);
  }

  moveCursor(file: string, offset: number): void {
    const sql = "INSERT INTO cursor VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET offset = excluded.offset";
    this.#run(sql, file, offset);
  }

  /** False if the session already has an event with this id. */
  addEvent(event: IndexedEvent): boolean {
    this.#addEvent ??= this.db.sql("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)");
    const { id, clock, offset, length } = event;
    const session = this.#names.session(event.project, event.session);
    const type = this.#names.number("type", event.type);
    const file = this.#names.number("file", event.file);
    const { changes } = this.#addEvent.run(session, id, clock, type, file, offset, length);
    if (Number(changes) === 0) return false;
    if (event.type === MESSAGE) this.#run("INSERT INTO message VALUES (?, ?, ?)", session, clock, id);
    return true;
  }

  /** Ignores a line that is already known: folding a session again meets its bad lines again. */
  addBadLine({ file, offset, length, reason }: BadLine): void {
    this.#run("INSERT OR IGNORE INTO bad_line VALUES (?, ?, ?, ?)", file, offset, length, reason);
  }

  putProject(state: ProjectState): void {
    this.#put("project", { project: state.project }, state);
  }

  putSession({ state, clock, id }: StoredSession): void {
    const n = this.#names.session(state.project, state.session);
    const sql = "UPDATE session SET worked = ?, agent = ?, clock = ?, id = ?, state = ? WHERE n = ?";
    this.#run(sql, hasWorked(state) ? 1 : 0, state.agent, clock, id, JSON.stringify(state), n);
  }

  footprint(project: string, session: string): Footprint | undefined {
    const n = this.#names.session(project, session);
    return readState(this.db.sql("SELECT state FROM footprint WHERE session = ?").get(n));
  }

  putFootprint(project: string, session: string, footprint: Footprint): void {
    this.#put("footprint", { session: this.#names.session(project, session) }, footprint);
  }

  putTurn(project: string, session: string, turn: TurnState): void {
    const key = { session: this.#names.session(project, session), n: turn.n };
    const { id, n, at, clock = at, branch, edited, notes = [] } = turn;
    this.#put("turn", key, { ...turn, notes: nameNotes(notes) });
    const kept: TurnNotes = { session, turn: id, n, at, branch, edited, notes };
    if (notes.length > 0) this.#put("note", { ...key, project, clock }, kept, ["session", "n"]);
    // A turn may lose all its notes: its closing message is replaced, or its prompt is taken back.
    else this.#run("DELETE FROM note WHERE session = ? AND n = ?", key.session, n);
  }

  removeTurns(project: string, session: string): void {
    const n = this.#names.session(project, session);
    for (const table of ["turn", "note"]) this.#run(`DELETE FROM ${table} WHERE session = ?`, n);
  }

  /** All finished turns of a project, in no order. */
  threadTurns(project: string): ThreadTurn[] {
    return this.db
      .sql("SELECT s.session, t.state FROM session s JOIN turn t ON t.session = s.n WHERE s.project = ?")
      .all(project)
      .flatMap((row) => {
        const turn = readState<TurnState>(row);
        return (turn !== undefined && threadTurn(String(row["session"]), turn)) || [];
      });
  }

  putThreads(project: string, threads: StoredThreads): void {
    this.#put("threads", { project }, threads);
  }

  /** Deletes the project's threads, the retired ones and the joins too. */
  removeThreads(project: string): void {
    for (const table of ["threads", "retired_thread", "joined"])
      this.#run(`DELETE FROM ${table} WHERE project = ?`, project);
  }

  retireThread(project: string, thread: Thread): void {
    this.#put("retired_thread", { project, id: thread.id }, thread);
  }

  putJoin(project: string, join: Join): void {
    const { turn, thread, at } = join;
    const sql = "INSERT OR REPLACE INTO joined VALUES (?, ?, ?, ?, ?)";
    this.#run(sql, project, turn, thread, at, JSON.stringify(join));
  }

  removeJoin(project: string, turn: string): void {
    this.#run("DELETE FROM joined WHERE project = ? AND turn = ?", project, turn);
  }

  /** Moves the pointers to a file that was compressed into one or more parts. */
  moveFile(from: string, to: readonly { file: string; start: number; end: number }[]): void {
    const old = this.#names.number("file", from);
    for (const { file, start, end } of to) {
      const sql =
        "UPDATE event SET file = ?, offset = offset - ? WHERE file = ? AND offset >= ? AND offset < ?";
      this.#run(sql, this.#names.number("file", file), start, old, start, end);
      this.moveCursor(file, end - start);
    }
    this.#run("DELETE FROM cursor WHERE file = ?", from);
  }

  #put(
    table: string,
    columns: { readonly [column: string]: Value },
    state: unknown,
    key: readonly string[] = Object.keys(columns),
  ): void {
    const values = Object.values(columns);
    this.#run(
      `INSERT INTO ${table} VALUES (${"?, ".repeat(values.length)}?)
       ON CONFLICT (${key.join()}) DO UPDATE SET state = excluded.state`,
      ...values,
      JSON.stringify(state),
    );
  }

  #run(sql: string, ...values: Value[]): void {
    this.db.sql(sql).run(...values);
  }
}
