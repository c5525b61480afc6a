import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

const SMALL = 1 << 20;

/** Every entry of a tree as one line: kind, mode, size, time of change, links, content. Comparing two shows any change. */
export function listTree(top: string, leaveOut: readonly string[] = []): string[] {
  const stat = lstatSync(top, { throwIfNoEntry: false });
  if (stat === undefined) return [`${top} is not there`];
  const kind = stat.isDirectory()
    ? "folder"
    : stat.isFile()
      ? "file"
      : stat.isSymbolicLink()
        ? "link"
        : "other";
  const content = stat.isFile() && stat.size <= SMALL ? digest(top) : "";
  const target = stat.isSymbolicLink() ? readlinkSync(top) : "";
  const line = [
    top,
    kind,
    (stat.mode & 0o7777).toString(8),
    stat.uid,
    stat.size,
    stat.mtimeMs,
    content,
    target,
  ];
  const names = stat.isDirectory() ? readdirSync(top).sort() : [];
  const below = names.map((name) => join(top, name)).filter((path) => !leaveOut.includes(path));
  return [line.join(" "), ...below.flatMap((path) => listTree(path, leaveOut))];
}

/** The paths of all plain files below a folder. */
export function filesBelow(top: string): string[] {
  return readdirSync(top, { withFileTypes: true }).flatMap((entry) => {
    const path = join(top, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

function digest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);
}
