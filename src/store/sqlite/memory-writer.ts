import type { Memory, MemoryKind } from "../../fold/memory/memory-state.js";
import type { Row } from "../../host/sqlite.js";
import { type MemoryWriting, SESSION_BITS, type StoredMemory } from "../recall-port.js";
import { EmbeddingWriter } from "./embedding-writer.js";
import {
  indexedBytes,
  kindNumber,
  MEMORY_COLUMNS,
  memoryState,
  numbersOf,
  type Outdated,
  readMemory,
} from "./memory-row.js";

const SELECT = `SELECT ${MEMORY_COLUMNS} FROM memory m JOIN session s ON s.n = m.n >> ${SESSION_BITS}`;

interface CountChange {
  readonly project: number;
  readonly kind: MemoryKind;
  count: number;
  bytes: number;
}

/** What can be recalled, for writing. The index of terms is only told which numbers it has to look at again. */
export abstract class MemoryWriter extends EmbeddingWriter implements MemoryWriting {
  /** Numbers of this transaction, each with what the index may still have under it. */
  readonly #unindexed = new Map<number, Outdated | undefined>();
  readonly #counts = new Map<string, CountChange>();

  addMemories(project: string, session: string, memories: readonly Memory[]): void {
    if (memories.length === 0) return;
    const [first, last] = numbersOf(this.sessionNumber(project, session));
    let n = Number(
      this.sql("SELECT max(n) AS n FROM memory WHERE n BETWEEN ? AND ?").get(first, last)?.["n"] ?? first - 1,
    );
    for (const memory of memories) {
      if (n === last) return;
      if (this.#add(n + 1, project, session, memory)) n++;
    }
  }

  retellMemories(project: string, session: string, memories: readonly Memory[]): void {
    const range = numbersOf(this.sessionNumber(project, session));
    const rows = this.sql(`${SELECT} WHERE m.n BETWEEN ? AND ? ORDER BY m.n`).all(...range);
    const from = rows.findIndex((row, at) => !isKept(row, memories[at], session));
    const same = from === -1 ? rows.length : from;
    for (const row of rows.slice(same)) this.#remove(readMemory(row));
    this.addMemories(project, session, memories.slice(same));
  }

  putMemory(project: string, memory: Memory): void {
    const row = this.#find(project, memory.id);
    if (row !== undefined) {
      if (isKept(row, memory, "")) return;
      this.#remove(readMemory(row));
    }
    const n = row === undefined ? this.#free(this.sessionNumber(project, "")) : Number(row["n"]);
    if (n !== undefined) this.#add(n, project, "", memory);
  }

  dropMemory(project: string, id: string): void {
    const row = this.#find(project, id);
    if (row !== undefined) this.#remove(readMemory(row));
  }

  shelvedIds(project: string, kind: MemoryKind): string[] {
    return this.sql("SELECT id FROM memory WHERE project = ? AND kind = ? AND n BETWEEN ? AND ?")
      .all(this.name("project", project), kindNumber(kind), ...numbersOf(this.sessionNumber(project, "")))
      .map((row) => String(row["id"]));
  }

  override flush(): void {
    super.flush();
    // What is listed already stays as it is: the index has not changed since.
    for (const [n, was] of this.#unindexed)
      this.sql("INSERT OR IGNORE INTO unindexed VALUES (?, ?)").run(
        n,
        was === undefined ? null : JSON.stringify(was),
      );
    for (const { project, kind, count, bytes } of this.#counts.values()) {
      this.sql(
        `INSERT INTO memory_count VALUES (?, ?, ?, ?)
         ON CONFLICT (project, kind) DO UPDATE SET count = count + excluded.count, bytes = bytes + excluded.bytes`,
      ).run(project, kindNumber(kind), count, bytes);
    }
    this.#unindexed.clear();
    this.#counts.clear();
  }

  #add(n: number, project: string, session: string, memory: Memory): boolean {
    const owner = this.name("project", project);
    const { id, kind, at } = memory;
    const { changes } = this.sql("INSERT OR IGNORE INTO memory VALUES (?, ?, ?, ?, ?, ?)").run(
      n,
      owner,
      id,
      kindNumber(kind),
      at,
      memoryState(memory, session),
    );
    if (Number(changes) === 0) return false;
    this.#outdate(n);
    this.#count(owner, memory, 1);
    this.awaitEmbedding(n);
    return true;
  }

  #remove(memory: StoredMemory): void {
    const { n } = memory;
    const owner = this.name("project", memory.project);
    this.sql("DELETE FROM memory WHERE n = ?").run(n);
    this.#outdate(n, { project: owner, memory });
    this.#count(owner, memory, -1);
    this.dropEmbedding(n);
  }

  // The first of a transaction counts: it says what the index has.
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
    return this.sql(`${SELECT} WHERE m.project = ? AND m.id = ? AND s.session = ''`).get(
      this.name("project", project),
      id,
    );
  }

  /** The number after the last of a session, or, where those have run out, one that became free. */
  #free(session: number): number | undefined {
    const [first, last] = numbersOf(session);
    const taken = this.sql("SELECT max(n) AS n FROM memory WHERE n BETWEEN ? AND ?").get(first, last)?.["n"];
    if (taken === null || taken === undefined) return first;
    if (Number(taken) < last) return Number(taken) + 1;
    const gap = this.sql(
      `SELECT min(n) + 1 AS n FROM memory m
       WHERE n BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM memory WHERE n = m.n + 1)`,
    ).get(first, last - 1)?.["n"];
    return gap === null || gap === undefined ? undefined : Number(gap);
  }
}

function isKept(row: Row, memory: Memory | undefined, session: string): boolean {
  return (
    memory !== undefined &&
    row["id"] === memory.id &&
    row["kind"] === kindNumber(memory.kind) &&
    row["at"] === memory.at &&
    row["state"] === memoryState(memory, session)
  );
}
