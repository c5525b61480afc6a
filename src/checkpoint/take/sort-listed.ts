import { lstatSync, type Stats } from "node:fs";
import { systemCode } from "../../error.js";
import type { LeftOut } from "../checkpoint.js";
import { foldersAbove, fullPath } from "../shadow/path.js";

/** What becomes of the paths git listed. */
export interface Sorted {
  /** To be kept as they are; those that are gone leave the index by the same call. */
  readonly add: readonly string[];
  /** To leave the index although something stands at their place. */
  readonly remove: readonly string[];
  readonly left: readonly LeftOut[];
  readonly bytes: number;
  /** Permissions git does not keep, of files and of the folders above them (those with a slash at the end). */
  readonly modes: ReadonlyMap<string, SeenMode>;
}

/** `unkept`: it is not among the kept files. */
export type SeenMode = number | "usual" | "unkept";

/** Looks at each listed path. git alone would fail on the first that it cannot keep. */
export function sortListed(folder: string, paths: readonly string[], largest: number): Sorted {
  const add: string[] = [];
  const remove: string[] = [];
  const left: LeftOut[] = [];
  const modes = new Map<string, SeenMode>();
  let bytes = 0;
  const isBeyondLink = linkedParents(folder);
  for (const path of paths) {
    const stat = isBeyondLink(path) ? "beyond" : see(folder, path);
    if (stat === "beyond" || (typeof stat === "object" && stat.isDirectory())) remove.push(path);
    else if (stat === "gone") add.push(path);
    else {
      const why = unkeepable(stat, largest);
      if (why !== undefined) {
        left.push({ path, why });
        remove.push(path);
      } else if (typeof stat === "object") {
        add.push(path);
        bytes += stat.size;
        modes.set(path, unusualMode(stat, USUAL));
        seeFolders(folder, path, modes);
        continue;
      }
    }
    modes.set(path, "unkept");
  }
  return { add, remove, left, bytes, modes };
}

/** Whether a folder above the path is a link: what is seen through it is not of this work tree. */
export function linkedParents(folder: string): (path: string) => boolean {
  const isLink = new Map<string, boolean>();
  return (path) =>
    foldersAbove(path).some((above) => {
      const known = isLink.get(above);
      if (known !== undefined) return known;
      const stat = see(folder, above);
      const answer = typeof stat === "object" && stat.isSymbolicLink();
      isLink.set(above, answer);
      return answer;
    });
}

export function see(folder: string, path: string): Stats | "gone" | "closed" {
  try {
    return lstatSync(fullPath(folder, path));
  } catch (error) {
    const code = systemCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? "gone" : "closed";
  }
}

export function permissionsOf(stat: Stats): number {
  return stat.mode & 0o7777;
}

function unkeepable(stat: Stats | "closed", largest: number): LeftOut["why"] | undefined {
  if (stat === "closed") return "unreadable";
  if (stat.isSymbolicLink()) return undefined;
  if (!stat.isFile()) return "special";
  return stat.size > largest ? "large" : undefined;
}

// What comes of the umasks people have, with and without the right to execute, which git keeps itself.
const USUAL = new Set([0o644, 0o755, 0o664, 0o775]);
const USUAL_FOLDER = new Set([0o755, 0o775]);

function seeFolders(folder: string, path: string, modes: Map<string, SeenMode>): void {
  for (const above of foldersAbove(path)) {
    const key = `${above}/`;
    if (modes.has(key)) return;
    const stat = see(folder, above);
    if (typeof stat === "object" && stat.isDirectory()) modes.set(key, unusualMode(stat, USUAL_FOLDER));
  }
}

function unusualMode(stat: Stats, usual: ReadonlySet<number>): SeenMode {
  const mode = permissionsOf(stat);
  return stat.isSymbolicLink() || usual.has(mode) || process.platform === "win32" ? "usual" : mode;
}
