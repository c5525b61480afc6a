import type { Row } from "../../host/sqlite.js";
import type { Memory, MemoryKind } from "../fold/memory/memory-state.js";
import type { Database, Names } from "./database.js";
import type { EmbeddingWriter } from "./embedding-writer.js";
import {
  kindNumber,
  memoryState,
  numberRange,
  type Outdated,
  readMemory,
  SELECT_MEMORY,
  type StoredMemory,
} from "./memory-reader.js";

interface CountChange {
  readonly project: number;
  readonly kind: MemoryKind;
  count: number;
  bytes: number;
}

/** Writes memories. The index of terms is not updated here: it only gets a list of changed numbers. */
export class MemoryWriter {
  /** The numbers this transaction changed, each with the memory that the index may still have under it. */
  readonly #unindexed = new Map<number, Outdated | undefined>();
  readonly #counts = new Map<string, CountChange>();

  constructor(
    private readonly db: Database,
    private readonly names: Names,
    private readonly embeddings: EmbeddingWriter,
  ) {}

  /** Appends to a session. Skips ids that exist, and stops if the session has no number left. */
  add(project: string, session: string, memories: readonly Memory[]): void {
    if (memories.length === 0) return;
    const range = numberRange(this.names.session(project, session));
    const [first, last] = range;
    let n = this.#lastNumber(range) ?? first - 1;
    for (const memory of memories) {
      if (n === last) return;
      if (this.#add(n + 1, project, session, memory)) n++;
    }
  }

  /** Replaces all memories of a session; those before the first difference stay as they are. */
  replace(project: string, session: string, memories: readonly Memory[]): void {
    const range = numberRange(this.names.session(project, session));
    const rows = this.db.sql(`${SELECT_MEMORY} WHERE m.n BETWEEN ? AND ? ORDER BY m.n`).all(...range);
    const from = rows.findIndex((row, at) => !isSame(row, memories[at], session));
    const same = from === -1 ? rows.length : from;
    for (const row of rows.slice(same)) this.#remove(readMemory(row));
    this.add(project, session, memories.slice(same));
  }

  /** Adds a memory outside of sessions, or replaces the one with its id. */
  put(project: string, memory: Memory): void {
    const row = this.#find(project, memory.id);
    if (row !== undefined) {
      if (isSame(row, memory, "")) return;
      this.#remove(readMemory(row));
    }
    const n = row === undefined ? this.#freeNumber(this.names.session(project, "")) : Number(row["n"]);
    if (n !== undefined) this.#add(n, project, "", memory);
  }

  /** Removes a memory outside of sessions. */
  remove(project: string, id: string): void {
    const row = this.#find(project, id);
    if (row !== undefined) this.#remove(readMemory(row));
  }

  idsOutsideSessions(project: string, kind: MemoryKind): string[] {
    return this.db
      .sql("SELECT id FROM memory WHERE project = ? AND kind = ? AND n BETWEEN ? AND ?")
      .all(
        this.names.number("project", project),
        kindNumber(kind),
        ...numberRange(this.names.session(project, "")),
      )
      .map((row) => String(row["id"]));
  }

  flush(): void {
    // Entries that exist stay: the index has not changed since they were listed.
    for (const [n, was] of this.#unindexed)
      this.db
        .sql("INSERT OR IGNORE INTO unindexed VALUES (?, ?)")
        .run(n, was === undefined ? null : JSON.stringify(was));
    for (const { project, kind, count, bytes } of this.#counts.values()) {
      this.db
        .sql(
          `INSERT INTO memory_count VALUES (?, ?, ?, ?)
           ON CONFLICT (project, kind) DO UPDATE SET count = count + excluded.count, bytes = bytes + excluded.bytes`,
        )
        .run(project, kindNumber(kind), count, bytes);
    }
    this.#unindexed.clear();
    this.#counts.clear();
  }

  #add(n: number, project: string, session: string, memory: Memory): boolean {
    const owner = this.names.number("project", project);
    const { id, kind, at } = memory;
    const { changes } = this.db
      .sql("INSERT OR IGNORE INTO memory VALUES (?, ?, ?, ?, ?, ?)")
      .run(n, owner, id, kindNumber(kind), at, memoryState(memory, session));
    if (Number(changes) === 0) return false;
    this.#outdate(n);
    this.#count(owner, memory, 1);
    this.embeddings.enqueue(n);
    return true;
  }

  #remove(memory: StoredMemory): void {
    const { n } = memory;
    const owner = this.names.number("project", memory.project);
    this.db.sql("DELETE FROM memory WHERE n = ?").run(n);
    this.#outdate(n, { project: owner, memory });
    this.#count(owner, memory, -1);
    this.embeddings.removeVector(n);
  }

  // The first change in a transaction wins: it knows what the index has.
  #outdate(n: number, was?: Outdated): void {
    if (!this.#unindexed.has(n)) this.#unindexed.set(n, was);
  }

  #count(project: number, memory: Memory, sign: 1 | -1): void {
    const { kind } = memory;
    const key = `${project} ${kind}`;
    const change = this.#counts.get(key) ?? { project, kind, count: 0, bytes: 0 };
    change.count += sign;
    change.bytes += sign * indexedBytes(memory);
    this.#counts.set(key, change);
  }

  #find(project: string, id: string): Row | undefined {
    return this.db
      .sql(`${SELECT_MEMORY} WHERE m.project = ? AND m.id = ? AND s.session = ''`)
      .get(this.names.number("project", project), id);
  }

  /** The number after the last one of a session or, if none is left, the first gap. */
  #freeNumber(session: number): number | undefined {
    const [first, last] = numberRange(session);
    const taken = this.#lastNumber([first, last]);
    if (taken === undefined) return first;
    if (taken < last) return taken + 1;
    const gap = this.db
      .sql(
        `SELECT min(n) + 1 AS n FROM memory m
         WHERE n BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM memory WHERE n = m.n + 1)`,
      )
      .get(first, last - 1)?.["n"];
    return gap === null || gap === undefined ? undefined : Number(gap);
  }

  #lastNumber(range: readonly [first: number, last: number]): number | undefined {
    const n = this.db.sql("SELECT max(n) AS n FROM memory WHERE n BETWEEN ? AND ?").get(...range)?.["n"];
    return n === null || n === undefined ? undefined : Number(n);
  }
}

function isSame(row: Row, memory: Memory | undefined, session: string): boolean {
  return (
    memory !== undefined &&
    row["id"] === memory.id &&
    row["kind"] === kindNumber(memory.kind) &&
    row["at"] === memory.at &&
    row["state"] === memoryState(memory, session)
  );
}

/** The size of a memory's indexed text, in bytes. */
function indexedBytes({ text, files, branch = "" }: Memory): number {
  return [text, branch, ...files].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}
