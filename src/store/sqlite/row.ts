import type { SessionState } from "../../fold/session/session-state.js";
import type { Row } from "../../host/sqlite.js";
import type { IndexedEvent, KeptSession } from "../port.js";

// States are written by this program's own folds, under a version that is checked on opening: they need no second check.
export function readState<T>(row: Row | undefined): T | undefined {
  const text = row?.["state"];
  return typeof text === "string" && text !== "" ? parseState<T>(text) : undefined;
}

/** What cannot be parsed was damaged on disk: said in SQLite's own words, so that the file is set aside. */
export function parseState<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("database disk image is malformed: a state cannot be parsed", { cause });
  }
}

export function readKept(row: Row | undefined): KeptSession | undefined {
  const state = readState<SessionState>(row);
  return state === undefined ? undefined : { state, clock: Number(row?.["clock"]), id: String(row?.["id"]) };
}

export function readPointer(row: Row, project: string, session: string): IndexedEvent {
  return {
    id: String(row["id"]),
    clock: Number(row["clock"]),
    type: String(row["type"]),
    file: String(row["file"]),
    offset: Number(row["offset"]),
    length: Number(row["length"]),
    project,
    session,
  };
}

// libsql gives a blob as a buffer or as what is under one, whether one row was asked for or many.
export function readBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array();
}
