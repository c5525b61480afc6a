import { MEMORY_KINDS, type Memory, type MemoryKind } from "../../fold/memory/memory-state.js";
import type { Row } from "../../host/sqlite.js";
import { SESSION_NUMBERS, type StoredMemory } from "../recall-port.js";
import { parseState } from "./row.js";

/** What {@link readMemory} needs of a row. */
export const MEMORY_COLUMNS = "m.n, m.id, m.kind, m.at, m.state, s.project, s.session";

/** Where the memories of a session begin and end. */
export function numbersOf(session: number): readonly [first: number, last: number] {
  return [session * SESSION_NUMBERS, (session + 1) * SESSION_NUMBERS - 1];
}

/** A kind as it is written: its place in the list of all, which the model's version stands for. */
export function kindNumber(kind: MemoryKind): number {
  return MEMORY_KINDS.indexOf(kind);
}

/** A memory without what its row says anyway. */
export function memoryState(
  { id: _, kind: __, at: ___, session, ...rest }: Memory,
  ofSession: string,
): string {
  return JSON.stringify(session === ofSession ? rest : { ...rest, session });
}

export function readMemory(row: Row): StoredMemory {
  return {
    n: Number(row["n"]),
    project: String(row["project"]),
    id: String(row["id"]),
    kind: MEMORY_KINDS[Number(row["kind"])] ?? "prompt",
    at: Number(row["at"]),
    session: String(row["session"]),
    ...readRest(String(row["state"])),
  };
}

/** A memory that is gone, while the index still has it under its number. */
export interface Outdated {
  readonly project: number;
  readonly memory: Memory;
}

export function readOutdated(was: unknown): Outdated | undefined {
  return typeof was === "string" ? parseState(was) : undefined;
}

/** A term of one project. */
export function tokenOf(project: number, term: string): string {
  return `${project}x${whole(term)}`;
}

/** The size of what is indexed of a memory, in bytes. */
export function indexedBytes({ text, files, branch = "" }: Memory): number {
  return [text, branch, ...files].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

// Written by this program's own folds, as all states are.
function readRest(state: string): Omit<Memory, "id" | "kind" | "at" | "session"> {
  return parseState(state);
}

// What the index's tokenizer would part or change is written as a number: it must know each term whole.
function whole(term: string): string {
  return PARTED.test(term) ? term.replace(EACH_PARTED, (sign) => `_${sign.charCodeAt(0)}_`) : term;
}

const PARTED = /[^a-z0-9_\u0080-\uffff]/;
const EACH_PARTED = new RegExp(PARTED, "g");
