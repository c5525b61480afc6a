import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { foldersAbove, fullPath } from "../shadow/path.js";
import { linkedParents, see } from "../take/sort-listed.js";

/** Deletes files and links, never through a linked folder, never a folder. Returns those that could not be deleted. */
export function deleteFiles(root: string, paths: readonly string[]): string[] {
  const isBeyondLink = linkedParents(root);
  return paths.filter((path) => {
    const stat = isBeyondLink(path) ? "gone" : see(root, path);
    if (stat === "gone") return false;
    // A folder or a pipe is not what was kept.
    if (stat === "closed" || !(stat.isFile() || stat.isSymbolicLink())) return true;
    try {
      unlinkSync(fullPath(root, path));
      return false;
    } catch {
      return true; // No right to it: named by the caller.
    }
  });
}

/** The folders that are empty once these files are gone go too. */
export function removeEmptyFolders(root: string, paths: readonly string[]): void {
  const isBeyondLink = linkedParents(root);
  const folders = new Set(paths.filter((path) => !isBeyondLink(path)).flatMap(foldersAbove));
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) removeFolder(root, folder);
}

/** Removes a folder that has nothing but empty folders in it. False where it has more. */
export function removeBareFolder(root: string, path: string): boolean {
  const folder = fullPath(root, path);
  const entries = readdirSync(folder, { encoding: "latin1", withFileTypes: true });
  const isBare = entries.every(
    (entry) => entry.isDirectory() && removeBareFolder(root, `${path}/${entry.name}`),
  );
  return isBare && removeFolder(root, path);
}

function removeFolder(root: string, path: string): boolean {
  try {
    rmdirSync(fullPath(root, path));
    return true;
  } catch {
    return false; // Something is in it, or it is gone.
  }
}
