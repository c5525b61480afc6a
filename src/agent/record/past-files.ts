import { NOFOLLOW, readStart, realPath } from "../../host/file/foreign-file.js";
import { type PlainFile, plainFiles } from "../../host/file/plain-files.js";
import type { PastRecord } from "../past.js";
import { parseRow } from "./row.js";

/** The location and form of an agent's records. */
export interface PastFiles {
  readonly root: string;
  /** The depth of the folders. */
  readonly depth: number;
  isNamed(name: string): boolean;
  /** Whether a file outside of `root` is a record, by its start. */
  isOwn(start: string): boolean;
}

const MAX_START_BYTES = 64 << 10;
const MAX_DEPTH = 8;

/** All records, or those at or below a path from the user. */
export function pastFiles({ root, depth, isNamed, isOwn }: PastFiles, path: string | undefined): PlainFile[] {
  if (path === undefined) return plainFiles(realPath(root), depth, isNamed);
  return plainFiles(realPath(path), MAX_DEPTH, isNamed).filter((file) =>
    isOwn(readStart(file.path, MAX_START_BYTES)?.toString("latin1") ?? ""),
  );
}

/** Why a record cannot be read; undefined if it may just be empty of events. */
export function flawOf({ path }: PastRecord): string | undefined {
  const start = readStart(path, MAX_START_BYTES, NOFOLLOW);
  if (start === undefined) return "it cannot be opened";
  const text = start.toString("utf8").trimStart();
  if (text === "") return "empty";
  const end = text.indexOf("\n");
  // A first row beyond the limit may be valid.
  if (end < 0 && start.length === MAX_START_BYTES) return text.startsWith("{") ? undefined : NO_JSON;
  return parseRow(end < 0 ? text : text.slice(0, end)) === undefined ? NO_JSON : undefined;
}

const NO_JSON = "no rows of JSON";
