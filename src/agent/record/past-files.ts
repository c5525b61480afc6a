import { readStart } from "../../host/foreign-file.js";
import { type PlainFile, plainFiles } from "../../host/plain-files.js";
import { realPath } from "../../host/real-path.js";

/** Where an agent keeps its records, and what they look like. */
export interface PastFiles {
  readonly root: string;
  /** How many folders deep they stand. */
  readonly depth: number;
  isNamed(name: string): boolean;
  /** Whether a file that somebody else put somewhere is one, by how it begins. */
  isOwn(start: string): boolean;
}

const START = 64 << 10;
const DEEPEST = 8;

/** The records of an agent where it keeps them, or those at or below a path that a person named. */
export function pastFiles({ root, depth, isNamed, isOwn }: PastFiles, path: string | undefined): PlainFile[] {
  if (path === undefined) return plainFiles(realPath(root), depth, isNamed);
  return plainFiles(realPath(path), DEEPEST, isNamed).filter((file) =>
    isOwn(readStart(file.path, START)?.toString("latin1") ?? ""),
  );
}
