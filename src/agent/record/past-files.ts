import { NOFOLLOW, readStart, realPath } from "../../host/file/foreign-file.js";
import { type PlainFile, plainFiles } from "../../host/file/plain-files.js";
import type { PastRecord } from "../past.js";
import { parseRow } from "./row.js";

/** Where an agent keeps its records, and what they look like. */
export interface PastFiles {
  readonly root: string;
  /** How many folders deep they stand. */
  readonly depth: number;
  isNamed(name: string): boolean;
  /** Whether a file that somebody else put somewhere is one, by how it begins. */
  isOwn(start: string): boolean;
}

const MAX_START_BYTES = 64 << 10;
const MAX_DEPTH = 8;

/** The records of an agent where it keeps them, or those at or below a path that a person named. */
export function pastFiles({ root, depth, isNamed, isOwn }: PastFiles, path: string | undefined): PlainFile[] {
  if (path === undefined) return plainFiles(realPath(root), depth, isNamed);
  return plainFiles(realPath(path), MAX_DEPTH, isNamed).filter((file) =>
    isOwn(readStart(file.path, MAX_START_BYTES)?.toString("latin1") ?? ""),
  );
}

/** Why nothing can be read in a record of rows; undefined where there may simply be nothing to tell in it. */
export function flawOf({ path }: PastRecord): string | undefined {
  const start = readStart(path, MAX_START_BYTES, NOFOLLOW);
  if (start === undefined) return "it cannot be opened";
  const text = start.toString("utf8").trimStart();
  if (text === "") return "empty";
  const end = text.indexOf("\n");
  // A first row that is longer than what was looked at may be whole.
  if (end < 0 && start.length === MAX_START_BYTES) return text.startsWith("{") ? undefined : NO_JSON;
  return parseRow(end < 0 ? text : text.slice(0, end)) === undefined ? NO_JSON : undefined;
}

const NO_JSON = "no rows of JSON";
