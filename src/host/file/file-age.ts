import { lstatSync, type Stats } from "node:fs";
import { look } from "./foreign-file.js";

const MOST_FILES = 60;

/**
 * When files below `root` were last written, or "gone". Left out is what must not be looked at: a path that leads out
 * of the root, by itself or through a link. Empty where the root is not on this machine.
 */
export function readAges(root: string, paths: readonly string[]): ReadonlyMap<string, number | "gone"> {
  const ages = new Map<string, number | "gone">();
  if (!look(root)?.isDirectory()) return ages;
  const folders = new Map<string, Seen>();
  for (const path of [...new Set(paths)].slice(0, MOST_FILES)) {
    if (!staysInside(path)) continue;
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const seen = seeParents(root, names, folders) ?? see(`${root}/${names.join("/")}`);
    if (seen === "gone") ages.set(path, "gone");
    else if (seen !== "closed") ages.set(path, seen.isDirectory() ? "gone" : seen.mtimeMs);
  }
  return ages;
}

type Seen = Stats | "gone" | "closed";

/** Relative, in the form events have it, and never upwards. A backslash is looked at only where it is a plain character. */
function staysInside(path: string): boolean {
  if (path === "" || path === "." || path.includes("\0") || /^(?:[/~]|[A-Za-z]:)/.test(path)) return false;
  if (process.platform === "win32" && /[\\:]/.test(path)) return false;
  return !path.split(/[\\/]/).includes("..");
}

/** Undefined where all folders above the file are real ones. */
function seeParents(
  root: string,
  names: readonly string[],
  folders: Map<string, Seen>,
): "gone" | "closed" | undefined {
  for (let depth = 1; depth < names.length; depth += 1) {
    const folder = `${root}/${names.slice(0, depth).join("/")}`;
    const seen = folders.get(folder) ?? see(folder);
    folders.set(folder, seen);
    if (seen === "gone" || seen === "closed") return seen;
    if (seen.isSymbolicLink()) return "closed";
    if (!seen.isDirectory()) return "gone";
  }
  return undefined;
}

function see(path: string): Seen {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? "gone";
  } catch {
    return "closed"; // No permission, or a name no file system takes: nothing can be said.
  }
}
