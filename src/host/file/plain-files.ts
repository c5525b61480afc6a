import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface PlainFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly bornAt: number;
}

/** Many thousand files, and none that anybody would look for there. */
const VAST: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** The plain files below a folder of somebody's, so many folders deep, by their names. Links are not followed. */
export function* namesBelow(
  folder: string,
  depth: number,
  isWanted: (name: string) => boolean,
): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 1 && !VAST.has(entry.name))
      yield* namesBelow(path, depth - 1, isWanted);
    else if (entry.isFile() && isWanted(entry.name)) yield path;
  }
}

/** The same with what is known of each; a path that is a file stands for itself. */
export function plainFiles(root: string, depth: number, isWanted: (name: string) => boolean): PlainFile[] {
  const single = plainFile(root);
  if (single !== undefined) return isWanted(root) ? [single] : [];
  return [...namesBelow(root, depth, isWanted)].flatMap((path) => plainFile(path) ?? []);
}

function plainFile(path: string): PlainFile | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return undefined;
  const { size: bytes, mtimeMs: modifiedAt, birthtimeMs } = stat;
  // Not every file system knows when a file was made, and a restored backup is younger than what is in it.
  const bornAt = birthtimeMs > 0 ? Math.min(birthtimeMs, modifiedAt) : modifiedAt;
  return { path, bytes, modifiedAt, bornAt };
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // None there, or not for us.
  }
}
