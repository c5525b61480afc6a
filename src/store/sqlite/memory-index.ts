import type { Memory } from "../../fold/memory/memory-state.js";
import { memoryTerms } from "../../fold/memory/memory-term.js";
import type { Row, Statement } from "../../host/sqlite.js";
import { SESSION_BITS } from "../recall-port.js";
import { MEMORY_COLUMNS, readMemory, readOutdated, tokenOf } from "./memory-row.js";

/**
 * Brings the index of terms up to the next memories that were added or removed; true if those were the last. Only inside
 * a transaction. To find the terms of a memory takes longer than to write it, so a hook leaves it to whoever searches.
 */
export function indexSome(sql: (sql: string) => Statement, most: number): boolean {
  // In the order of their numbers: the index writes a part of its own each time one is not above the last.
  const rows = sql(
    `SELECT u.n AS number, u.was, m.project AS owner, ${MEMORY_COLUMNS} FROM unindexed u
     LEFT JOIN memory m ON m.n = u.n LEFT JOIN session s ON s.n = m.n >> ${SESSION_BITS} ORDER BY u.n LIMIT ?`,
  ).all(most);
  for (const row of rows) index(sql, row);
  sql("DELETE FROM unindexed WHERE n <= ?").run(Number(rows.at(-1)?.["number"] ?? 0));
  return rows.length < most;
}

function index(sql: (sql: string) => Statement, row: Row): void {
  const number = Number(row["number"]);
  const was = readOutdated(row["was"]);
  // An index without text must be told what to forget.
  if (was !== undefined)
    sql("INSERT INTO memory_term (memory_term, rowid, terms) VALUES ('delete', ?, ?)").run(
      number,
      tokensOf(was.project, was.memory),
    );
  if (row["id"] !== null)
    sql("INSERT INTO memory_term (rowid, terms) VALUES (?, ?)").run(
      number,
      tokensOf(Number(row["owner"]), readMemory(row)),
    );
}

/** The terms of a memory as the index takes them. */
function tokensOf(project: number, memory: Memory): string {
  let tokens = "";
  for (const term of memoryTerms(memory)) tokens += `${tokenOf(project, term)} `;
  return tokens;
}
