import type { Row } from "../../host/sqlite.js";
import { MEMORY_KINDS, type Memory, type MemoryKind } from "../fold/memory/memory-state.js";
import type { Database } from "./database.js";
import { parseState } from "./read.js";

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
export const MEMORY_COLUMNS = "m.n, m.id, m.kind, m.at, m.state, s.project, s.session";
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

/** A term of one project, as one token of the index. */
export function tokenOf(project: number, term: string): string {
  return `${project}x${escapeTerm(term)}`;
}

// Characters at which the index's tokenizer would split are escaped, so that a term stays one token.
function escapeTerm(term: string): string {
  return SPLITTING.test(term) ? term.replace(EACH_SPLITTING, (sign) => `_${sign.charCodeAt(0)}_`) : term;
}

const SPLITTING = /[^a-z0-9_\u0080-\uffff]/;
const EACH_SPLITTING = new RegExp(SPLITTING, "g");
