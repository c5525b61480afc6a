import type { Row } from "../../host/sqlite.js";
import type { Memory } from "../fold/memory/memory-state.js";
import { memoryTerms } from "../fold/memory/memory-term.js";
import type { Database } from "./database.js";
import { MEMORY_COLUMNS, type Outdated, readMemory, SESSION_BITS, tokenOf } from "./memory-row.js";
import { parseState } from "./read.js";

/**
 * Indexes the next memories that were added or removed, inside a transaction. True if nothing is left. Finding the terms
 * of a memory is slower than writing it, so hooks leave this to the next search.
 */
export function indexSome(db: Database, limit: number): boolean {
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
