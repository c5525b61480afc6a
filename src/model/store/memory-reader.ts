import { isBusy, type Row } from "../../host/sqlite.js";
import { MEMORY_KINDS, type Memory, type MemoryKind } from "../fold/memory/memory-state.js";
import { memoryTerms } from "../fold/memory/memory-term.js";
import { type Database, findNumber, findSession } from "./database.js";
import { parseState } from "./read.js";

/** The memories that have a term. */
interface MemoryMatches {
  readonly term: string;
  /** Newest session first, and the last of a session first. */
  readonly numbers: readonly number[];
  /** Whether there are more. */
  readonly isCapped: boolean;
}

interface MemoryCounts {
  readonly memories: number;
  /** Kinds without memories are left out. */
  readonly kinds: { readonly [kind in MemoryKind]?: number };
}

const MAX_FOUND = 100;
/** Small enough for other writers: hooks wait for a quarter of a second. */
const INDEX_BATCH = 1_000;
const INDEX_BATCH_WITH_DEADLINE = 100;

/** Reads and searches memories. No query crosses from one project into another. */
export class MemoryReader {
  /** The index is incomplete, and no search waits for it any more. */
  #isBehind = false;
  #outdated: ReadonlySet<number> | undefined;

  constructor(private readonly db: Database) {}

  /**
   * Indexes the terms of all new memories, or as many as time allows; the rest is not found then. `match` does this
   * itself, without a limit, unless it was done with one before.
   */
  index(isExpired?: () => boolean): void {
    const limit = isExpired === undefined ? INDEX_BATCH : INDEX_BATCH_WITH_DEADLINE;
    const isLeft = this.db.sql("SELECT 1 FROM unindexed LIMIT 1").get() !== undefined;
    for (let isDone = !isLeft; !isDone; ) {
      if (isExpired?.()) {
        this.#isBehind = true;
        return;
      }
      isDone = this.db.transact(() => indexSome(this.db, limit));
    }
  }

  /** One result for each term, in their order. All found memories also have the term `within`, if given. */
  match(project: string, terms: readonly string[], limit: number, within?: string): MemoryMatches[] {
    const outdated = this.#indexIfFree();
    const owner = findNumber(this.db, "project", project);
    const also = within === undefined ? "" : ` AND "${tokenOf(owner, within)}"`;
    // One text with all numbers takes half the time of one row each.
    const match = this.db.sql(
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

  /** In the order of the numbers; unknown numbers are skipped. */
  at(numbers: readonly number[]): StoredMemory[] {
    return memoriesAt(this.db, numbers);
  }

  /** In order. Session "" has the memories outside of sessions, by id. */
  ofSession(project: string, session: string): StoredMemory[] {
    const n = findSession(this.db, project, session);
    if (n === undefined) return [];
    return this.db
      .sql(`${SELECT_MEMORY} WHERE m.n BETWEEN ? AND ? ORDER BY ${session === "" ? "m.id" : "m.n"}`)
      .all(...numberRange(n))
      .map(readMemory);
  }

  /** Newest first, by wall clock. */
  latest(
    project: string,
    { kind, limit }: { readonly kind?: MemoryKind; readonly limit: number },
  ): StoredMemory[] {
    const owner = findNumber(this.db, "project", project);
    const ofKind = this.db.sql(
      `${SELECT_MEMORY} WHERE m.project = ? AND m.kind = ? ORDER BY m.at DESC, m.n DESC LIMIT ?`,
    );
    const kinds = kind === undefined ? MEMORY_KINDS : [kind];
    return kinds
      .flatMap((each) => ofKind.all(owner, kindNumber(each), limit).map(readMemory))
      .sort((a, b) => b.at - a.at || b.n - a.n)
      .slice(0, limit);
  }

  /** The memories whose ids start with the prefix, by id; at most 100. */
  find(project: string, prefix: string): StoredMemory[] {
    return this.db
      .sql(`${SELECT_MEMORY} WHERE m.project = ? AND m.id >= ? AND m.id < ? ORDER BY m.id LIMIT ?`)
      .all(findNumber(this.db, "project", project), prefix, `${prefix}\u{10ffff}`, MAX_FOUND)
      .map(readMemory);
  }

  counts(project: string): MemoryCounts {
    const kinds: { [kind in MemoryKind]?: number } = {};
    let memories = 0;
    const rows = this.db
      .sql("SELECT kind, count FROM memory_count WHERE project = ? AND count > 0")
      .all(findNumber(this.db, "project", project));
    for (const row of rows) {
      const kind = MEMORY_KINDS[Number(row["kind"])];
      if (kind !== undefined) kinds[kind] = Number(row["count"]);
      memories += Number(row["count"]);
    }
    return { memories, kinds };
  }

  /** The size of the indexed text of all projects and of the index, in bytes. */
  indexSize(): { text: number; index: number } {
    this.#indexIfFree();
    const sum = (sql: string) => Number(this.db.sql(`SELECT ${sql}`).get()?.["size"] ?? 0);
    return {
      text: sum("sum(bytes) AS size FROM memory_count"),
      index:
        sum("sum(length(block)) AS size FROM memory_term_data") +
        sum("sum(length(term)) AS size FROM memory_term_idx"),
    };
  }

  /** Indexes unless time or the lock ran out before. Returns the numbers of removed memories that are still indexed. */
  #indexIfFree(): ReadonlySet<number> | undefined {
    try {
      // Only one search waits for the lock: an answer from an incomplete index is better than a late one.
      if (!this.#isBehind) this.index();
    } catch (error) {
      if (!isBusy(error)) throw error;
      this.#isBehind = true;
    }
    if (!this.#isBehind) return undefined;
    this.#outdated ??= new Set(
      this.db
        .sql("SELECT n FROM unindexed WHERE was IS NOT NULL")
        .all()
        .map((row) => Number(row["n"])),
    );
    return this.#outdated;
  }
}

/**
 * Indexes the next memories that were added or removed, inside a transaction. True if nothing is left. Finding the terms
 * of a memory is slower than writing it, so hooks leave this to the next search.
 */
function indexSome(db: Database, limit: number): boolean {
  // In the order of the numbers: FTS5 starts a new segment for each row below the last one.
  const rows = db
    .sql(
      `SELECT u.n AS number, u.was, m.project AS owner, ${MEMORY_COLUMNS} FROM unindexed u
       LEFT JOIN memory m ON m.n = u.n LEFT JOIN session s ON s.n = m.n >> ${SESSION_BITS} ORDER BY u.n LIMIT ?`,
    )
    .all(limit);
  for (const row of rows) indexRow(db, row);
  db.sql("DELETE FROM unindexed WHERE n <= ?").run(Number(rows.at(-1)?.["number"] ?? 0));
  return rows.length < limit;
}

function indexRow(db: Database, row: Row): void {
  const number = Number(row["number"]);
  const { was } = row;
  // The index keeps no text, so a deletion has to name the old terms.
  if (typeof was === "string") {
    const { project, memory } = parseState<Outdated>(was);
    db.sql("INSERT INTO memory_term (memory_term, rowid, terms) VALUES ('delete', ?, ?)").run(
      number,
      tokensOf(project, memory),
    );
  }
  if (row["id"] !== null)
    db.sql("INSERT INTO memory_term (rowid, terms) VALUES (?, ?)").run(
      number,
      tokensOf(Number(row["owner"]), readMemory(row)),
    );
}

function tokensOf(project: number, memory: Memory): string {
  let tokens = "";
  for (const term of memoryTerms(memory)) tokens += `${tokenOf(project, term)} `;
  return tokens;
}

/** A memory with its number. Its neighbours in the session have the numbers before and after. */
export interface StoredMemory extends Memory {
  readonly n: number;
  readonly project: string;
}

/** Enough for a session that a program continues for years, and for a million such sessions. */
export const SESSION_BITS = 24;

/** How many numbers a session has: the session of memory `n` is `floor(n / SESSION_NUMBERS)`. */
export const SESSION_NUMBERS = 2 ** SESSION_BITS;

/** The columns that {@link readMemory} needs. */
const MEMORY_COLUMNS = "m.n, m.id, m.kind, m.at, m.state, s.project, s.session";
export const SELECT_MEMORY = `SELECT ${MEMORY_COLUMNS} FROM memory m JOIN session s ON s.n = m.n >> ${SESSION_BITS}`;

/** The memories with these numbers, in this order; unknown numbers are skipped. */
export function memoriesAt(db: Database, numbers: readonly number[]): StoredMemory[] {
  // One query for all takes half the time of one each. A cross join keeps the order of its tables.
  return db
    .sql(
      `SELECT ${MEMORY_COLUMNS} FROM json_each(?) asked
       CROSS JOIN memory m ON m.n = asked.value CROSS JOIN session s ON s.n = m.n >> ${SESSION_BITS}`,
    )
    .all(JSON.stringify(numbers))
    .map(readMemory);
}

export function readMemory(row: Row): StoredMemory {
  return {
    n: Number(row["n"]),
    project: String(row["project"]),
    id: String(row["id"]),
    kind: MEMORY_KINDS[Number(row["kind"])] ?? "prompt",
    at: Number(row["at"]),
    session: String(row["session"]),
    ...parseState<Omit<Memory, "id" | "kind" | "at" | "session">>(String(row["state"])),
  };
}

/** The JSON of a memory, without the fields that have columns of their own. */
export function memoryState(
  { id: _, kind: __, at: ___, session, ...rest }: Memory,
  sessionOfRow: string,
): string {
  return JSON.stringify(session === sessionOfRow ? rest : { ...rest, session });
}

/** The first and last number that memories of a session may have. */
export function numberRange(session: number): readonly [first: number, last: number] {
  return [session * SESSION_NUMBERS, (session + 1) * SESSION_NUMBERS - 1];
}

/** A kind is stored as its position in the list; changing that list needs a new model version. */
export function kindNumber(kind: MemoryKind): number {
  return MEMORY_KINDS.indexOf(kind);
}

/** A removed memory that the index still has under its number. */
export interface Outdated {
  readonly project: number;
  readonly memory: Memory;
}

/** A term of one project, as one token of the index. Characters at which its tokenizer would split are escaped. */
function tokenOf(project: number, term: string): string {
  const escaped = SPLITTING.test(term)
    ? term.replace(EACH_SPLITTING, (sign) => `_${sign.charCodeAt(0)}_`)
    : term;
  return `${project}x${escaped}`;
}

const SPLITTING = /[^a-z0-9_\u0080-\uffff]/;
const EACH_SPLITTING = new RegExp(SPLITTING, "g");
