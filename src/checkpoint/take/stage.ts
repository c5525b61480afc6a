import { accessSync, constants, type Stats } from "node:fs";
import type { LeftOut } from "../checkpoint.js";
import { foldersAbove, fullPath, joinNul, linkedParents, permissionsOf, statPath } from "../shadow/path.js";
import { git, type Shadow, unableToKeep } from "../shadow/shadow.js";
import type { KeptFolder } from "./kept-folder.js";

/** The paths that git listed, sorted by what is to be done with them. */
export interface Sorted {
  /** To be kept as they are. Missing files leave the index by the same call. */
  readonly add: readonly string[];
  /** To leave the index although something exists at their place. */
  readonly remove: readonly string[];
  readonly left: readonly LeftOut[];
  readonly bytes: number;
  /** Permissions that git does not keep, of files and of the folders above them (these end with a slash). */
  readonly modes: ReadonlyMap<string, SeenMode>;
}

/** `unkept`: the path is not among the kept files. */
export type SeenMode = number | "usual" | "unkept";

/** Checks each listed path, because git would fail on the first one that it cannot keep. */
export function sortListed(folder: string, paths: readonly string[], maxBytes: number): Sorted {
  const add: string[] = [];
  const remove: string[] = [];
  const left: LeftOut[] = [];
  const modes = new Map<string, SeenMode>();
  let bytes = 0;
  const isBeyondLink = linkedParents(folder);
  for (const path of paths) {
    modes.set(path, "unkept");
    const stat = isBeyondLink(path) ? "beyond" : statPath(folder, path);
    const why = stat === "beyond" || stat === "gone" ? undefined : whyLeft(stat, maxBytes);
    if (stat === "gone") add.push(path);
    else if (stat === "beyond" || stat === "closed" || stat.isDirectory() || why !== undefined) {
      remove.push(path);
      if (why !== undefined) left.push({ path, why });
    } else {
      add.push(path);
      bytes += stat.size;
      modes.set(path, unusualMode(stat, DEFAULT_FILE_MODES));
      addFolderModes(folder, path, modes);
    }
  }
  return { add, remove, left, bytes, modes };
}

/** As many files at once go into one pack: loose objects would take longer and far more space. */
const MIN_PACKED_FILES = 500;
const MAX_FAILURES = 100;

/** Brings the index up to date. Returns the files that could not be read: one bad file never costs the checkpoint. */
export function stage(
  shadow: Shadow,
  folder: KeptFolder,
  index: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): LeftOut[] {
  const place = { workTree: folder.folder, index };
  const unstage = (paths: readonly string[]) => {
    if (paths.length === 0) return;
    git(shadow, ["update-index", "--force-remove", "-z", "--stdin"], { ...place, input: joinNul(paths) });
  };
  unstage(remove);
  const isPacked = add.length >= MIN_PACKED_FILES && packsStreams(shadow);
  const settings = isPacked ? ["core.bigFileThreshold=1", "pack.compression=1"] : [];
  const args = ["update-index", "-q", "--add", "--remove", "--replace", "-z", "--stdin"];
  let failures = 0;
  const run: Run = (paths) => {
    if (paths.length === 0) return true;
    const { ok, error } = git(shadow, args, { ...place, settings, input: joinNul(paths) });
    // A full disk fails for every file, so it is reported once.
    if (!ok && ++failures > MAX_FAILURES) throw unableToKeep(error.split("\n", 1)[0] || "git failed");
    return ok;
  };
  const bad = portions(add).flatMap((portion) => addPortion(folder.folder, portion, run));
  unstage(bad);
  return bad.map((path) => ({ path, why: "unreadable" }));
}

function whyLeft(stat: Stats | "closed", maxBytes: number): LeftOut["why"] | undefined {
  if (stat === "closed") return "unreadable";
  if (stat.isSymbolicLink() || stat.isDirectory()) return undefined;
  if (!stat.isFile()) return "special";
  return stat.size > maxBytes ? "large" : undefined;
}

// The results of common umasks, with and without the right to execute, which git keeps itself.
const DEFAULT_FILE_MODES = new Set([0o644, 0o755, 0o664, 0o775]);
const DEFAULT_FOLDER_MODES = new Set([0o755, 0o775]);

function addFolderModes(folder: string, path: string, modes: Map<string, SeenMode>): void {
  for (const above of foldersAbove(path)) {
    const key = `${above}/`;
    if (modes.has(key)) return;
    const stat = statPath(folder, above);
    if (typeof stat === "object" && stat.isDirectory())
      modes.set(key, unusualMode(stat, DEFAULT_FOLDER_MODES));
  }
}

function unusualMode(stat: Stats, defaults: ReadonlySet<number>): SeenMode {
  const mode = permissionsOf(stat);
  return stat.isSymbolicLink() || defaults.has(mode) || process.platform === "win32" ? "usual" : mode;
}

// For each further object, git goes through all it has put into one pack.
const MAX_PORTION = 10_000;

function portions(paths: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(paths.length / MAX_PORTION);
  return Array.from({ length: count }, (_, n) => paths.slice(n * MAX_PORTION, (n + 1) * MAX_PORTION));
}

type Run = (paths: readonly string[]) => boolean;

/** Returns the paths that could not be added. */
function addPortion(folder: string, paths: readonly string[], run: Run): string[] {
  if (run(paths)) return [];
  const closed = paths.filter((path) => isClosed(folder, path));
  const isBad = new Set(closed);
  const rest = paths.filter((path) => !isBad.has(path));
  return [...closed, ...addSingly(rest, run)];
}

/** Halves the paths on which git fails until only the bad ones are left. */
function addSingly(paths: readonly string[], run: Run): string[] {
  if (run(paths)) return [];
  if (paths.length === 1) return [...paths];
  const middle = paths.length >> 1;
  return [...addSingly(paths.slice(0, middle), run), ...addSingly(paths.slice(middle), run)];
}

function isClosed(folder: string, path: string): boolean {
  const stat = statPath(folder, path);
  // Links are kept as links, and files that have vanished meanwhile leave the index.
  if (stat === "gone" || (typeof stat === "object" && stat.isSymbolicLink())) return false;
  try {
    accessSync(fullPath(folder, path), constants.R_OK);
    return false;
  } catch {
    return true; // The caller names it as left out.
  }
}

/** An older git would make a pack of every single file. */
function packsStreams(shadow: Shadow): boolean {
  const [, major = 0, minor = 0] =
    /(\d+)\.(\d+)/.exec(git(shadow, ["version"]).output.toString("utf8"))?.map(Number) ?? [];
  return major > 2 || (major === 2 && minor >= 37);
}
