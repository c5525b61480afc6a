import { lstatSync, type Stats } from "node:fs";
import { look } from "./foreign-file.js";

const MAX_FILES = 60;

/** When files below `root` were last written, or "gone". Paths that lead out of the root are left out. */
export function readAges(root: string, paths: readonly string[]): ReadonlyMap<string, number | "gone"> {
  const ages = new Map<string, number | "gone">();
  if (!look(root)?.isDirectory()) return ages;
  const folders = new Map<string, FoundFile>();
  for (const path of [...new Set(paths)].slice(0, MAX_FILES)) {
    if (!staysInside(path)) continue;
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const found = findParents(root, names, folders) ?? find(`${root}/${names.join("/")}`);
    if (found === "gone") ages.set(path, "gone");
    else if (found !== "closed") ages.set(path, found.isDirectory() ? "gone" : found.mtimeMs);
  }
  return ages;
}

type FoundFile = Stats | "gone" | "closed";

/** Accepts relative paths that never go upwards. On Windows a backslash or colon is no plain character. */
function staysInside(path: string): boolean {
  if (path === "" || path === "." || path.includes("\0") || /^(?:[/~]|[A-Za-z]:)/.test(path)) return false;
  if (process.platform === "win32" && /[\\:]/.test(path)) return false;
  return !path.split(/[\\/]/).includes("..");
}

/** Undefined if all folders above the file are real ones. */
function findParents(
  root: string,
  names: readonly string[],
  folders: Map<string, FoundFile>,
): "gone" | "closed" | undefined {
  for (let depth = 1; depth < names.length; depth += 1) {
    const folder = `${root}/${names.slice(0, depth).join("/")}`;
    const found = folders.get(folder) ?? find(folder);
    folders.set(folder, found);
    if (found === "gone" || found === "closed") return found;
    if (found.isSymbolicLink()) return "closed";
    if (!found.isDirectory()) return "gone";
  }
  return undefined;
}

function find(path: string): FoundFile {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? "gone";
  } catch {
    return "closed"; // No permission, or an invalid name.
  }
}
