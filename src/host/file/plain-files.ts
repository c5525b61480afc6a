import { lstatSync } from "node:fs";
import { join } from "node:path";
import { listEntries } from "./foreign-file.js";

export interface PlainFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly bornAt: number;
}

/** The paths of plain files up to `depth` folders down. Links are not followed, nor are huge folders entered. */
export function* namesBelow(
  folder: string,
  depth: number,
  isWanted: (name: string) => boolean,
): Generator<string> {
  for (const entry of listEntries(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 1 && !["node_modules", ".git"].includes(entry.name))
      yield* namesBelow(path, depth - 1, isWanted);
    else if (entry.isFile() && isWanted(entry.name)) yield path;
  }
}

/** The same with sizes and times; `root` may be a file itself. */
export function plainFiles(root: string, depth: number, isWanted: (name: string) => boolean): PlainFile[] {
  const single = plainFile(root);
  if (single !== undefined) return isWanted(root) ? [single] : [];
  return [...namesBelow(root, depth, isWanted)].flatMap((path) => plainFile(path) ?? []);
}

function plainFile(path: string): PlainFile | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return undefined;
  const { size: bytes, mtimeMs: modifiedAt, birthtimeMs } = stat;
  // Some file systems have no birth time, and a restored backup has a later one than its content.
  const bornAt = birthtimeMs > 0 ? Math.min(birthtimeMs, modifiedAt) : modifiedAt;
  return { path, bytes, modifiedAt, bornAt };
}
