import { MEMORY_KINDS, type MemoryKind } from "../../fold/memory/memory-state.js";
import { isBusy } from "../../host/sqlite.js";
import {
  type LatestFilter,
  type MemoryCounts,
  type MemoryMatches,
  type MemoryReading,
  SESSION_BITS,
  type StoredMemory,
} from "../recall-port.js";
import { EmbeddingReader } from "./embedding-reader.js";
import { indexSome } from "./memory-index.js";
import { kindNumber, MEMORY_COLUMNS, numbersOf, readMemory, tokenOf } from "./memory-row.js";

const SELECT = `SELECT ${MEMORY_COLUMNS} FROM memory m JOIN session s ON s.n = m.n >> ${SESSION_BITS}`;
const MOST_FOUND = 100;
/** Other writers wait no longer than these take: hooks wait for a quarter of a second. */
const INDEXED_AT_ONCE = 1_000;
/** Where there is no time for all, a look at the clock comes more often. */
const INDEXED_IN_A_HURRY = 100;

/** What can be recalled, for reading. */
export abstract class MemoryReader extends EmbeddingReader implements MemoryReading {
  /** Not all is indexed, and nobody waits for it. */
  #isBehind = false;
  #outdated: ReadonlySet<number> | undefined;

  abstract transact<T>(work: () => T): T;

  indexMemories(expired?: () => boolean): void {
    const most = expired === undefined ? INDEXED_AT_ONCE : INDEXED_IN_A_HURRY;
    const isLeft = this.sql("SELECT 1 FROM unindexed LIMIT 1").get() !== undefined;
    for (let isDone = !isLeft; !isDone; ) {
      if (expired?.()) {
        this.#isBehind = true;
        return;
      }
      isDone = this.transact(() => indexSome(this.sql, most));
    }
  }

  matchMemories(project: string, terms: readonly string[], limit: number, within?: string): MemoryMatches[] {
    const outdated = this.#indexIfFree();
    const owner = this.number("project", project);
    const also = within === undefined ? "" : ` AND "${tokenOf(owner, within)}"`;
    // One text for all numbers: rows of their own take twice the time.
    const match = this.sql(
      `SELECT group_concat(rowid) AS found FROM
         (SELECT rowid FROM memory_term WHERE memory_term MATCH ? ORDER BY rowid DESC LIMIT ?)`,
    );
    return terms.map((term) => {
      const found = match.get(`"${tokenOf(owner, term)}"${also}`, limit + 1)?.["found"];
      const all = typeof found === "string" ? found.split(",").map(Number) : [];
      const numbers = outdated === undefined ? all : all.filter((n) => !outdated.has(n));
      return { term, numbers: numbers.slice(0, limit), isCapped: numbers.length > limit };
    });
  }

  memoriesAt(numbers: readonly number[]): StoredMemory[] {
    // One question for all: one each takes twice the time. A cross join keeps to the order of its tables.
    return this.sql(
      `SELECT ${MEMORY_COLUMNS} FROM json_each(?) asked
       CROSS JOIN memory m ON m.n = asked.value CROSS JOIN session s ON s.n = m.n >> ${SESSION_BITS}`,
    )
      .all(JSON.stringify(numbers))
      .map(readMemory);
  }

  memories(project: string, session: string): StoredMemory[] {
    const row = this.sql("SELECT n FROM session WHERE project = ? AND session = ?").get(project, session);
    if (row === undefined) return [];
    return this.sql(`${SELECT} WHERE m.n BETWEEN ? AND ? ORDER BY ${session === "" ? "m.id" : "m.n"}`)
      .all(...numbersOf(Number(row["n"])))
      .map(readMemory);
  }

  latestMemories(project: string, { kind, limit }: LatestFilter): StoredMemory[] {
    const owner = this.number("project", project);
    const ofKind = this.sql(
      `${SELECT} WHERE m.project = ? AND m.kind = ? ORDER BY m.at DESC, m.n DESC LIMIT ?`,
    );
    const kinds = kind === undefined ? MEMORY_KINDS : [kind];
    return kinds
      .flatMap((each) => ofKind.all(owner, kindNumber(each), limit).map(readMemory))
      .sort((a, b) => b.at - a.at || b.n - a.n)
      .slice(0, limit);
  }

  findMemories(project: string, prefix: string): StoredMemory[] {
    return this.sql(`${SELECT} WHERE m.project = ? AND m.id >= ? AND m.id < ? ORDER BY m.id LIMIT ?`)
      .all(this.number("project", project), prefix, `${prefix}\u{10ffff}`, MOST_FOUND)
      .map(readMemory);
  }

  memoryCounts(project: string): MemoryCounts {
    const kinds: { [kind in MemoryKind]?: number } = {};
    let memories = 0;
    const rows = this.sql("SELECT kind, count FROM memory_count WHERE project = ? AND count > 0").all(
      this.number("project", project),
    );
    for (const row of rows) {
      const kind = MEMORY_KINDS[Number(row["kind"])];
      if (kind !== undefined) kinds[kind] = Number(row["count"]);
      memories += Number(row["count"]);
    }
    return { memories, kinds };
  }

  memoryIndexSize(): { text: number; index: number } {
    this.#indexIfFree();
    const sum = (sql: string) => Number(this.sql(`SELECT ${sql}`).get()?.["size"] ?? 0);
    return {
      text: sum("sum(bytes) AS size FROM memory_count"),
      index:
        sum("sum(length(block)) AS size FROM memory_term_data") +
        sum("sum(length(term)) AS size FROM memory_term_idx"),
    };
  }

  unembedded(project: string | undefined, model: string, limit: number): StoredMemory[] {
    return this.memoriesAt(this.unembeddedNumbers(project, model, limit));
  }

  /** The numbers under which the index still has what is gone: none unless there was no time or no lock to index all. */
  #indexIfFree(): ReadonlySet<number> | undefined {
    try {
      // Waited for once: an answer from what is indexed is better than a late one.
      if (!this.#isBehind) this.indexMemories();
    } catch (error) {
      if (!isBusy(error)) throw error;
      this.#isBehind = true;
    }
    if (!this.#isBehind) return undefined;
    this.#outdated ??= new Set(
      this.sql("SELECT n FROM unindexed WHERE was IS NOT NULL")
        .all()
        .map((row) => Number(row["n"])),
    );
    return this.#outdated;
  }
}
