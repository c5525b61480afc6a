import { accessSync, constants } from "node:fs";
import type { LeftOut } from "../checkpoint.js";
import { fullPath, joinNul } from "../shadow/path.js";
import { git, type Shadow, unableToKeep } from "../shadow/shadow.js";
import type { KeptFolder } from "./kept-folder.js";
import { see } from "./sort-listed.js";

/** So many at once are written into one pack: as many single files would take longer and far more room. */
const MANY = 500;
const MOST_FAILURES = 100;

/** Brings the index up to the files. Returns those that could not be read: one bad file never costs the checkpoint. */
export function stage(
  shadow: Shadow,
  folder: KeptFolder,
  index: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): LeftOut[] {
  const place = { workTree: folder.folder, index };
  if (remove.length > 0) {
    git(shadow, ["update-index", "--force-remove", "-z", "--stdin"], { ...place, input: joinNul(remove) });
  }
  const settings =
    add.length >= MANY && packsStreams(shadow) ? ["core.bigFileThreshold=1", "pack.compression=1"] : [];
  const args = ["update-index", "-q", "--add", "--remove", "--replace", "-z", "--stdin"];
  let failures = 0;
  const run: Run = (paths) => {
    if (paths.length === 0) return true;
    const { ok, error } = git(shadow, args, { ...place, settings, input: joinNul(paths) });
    // A full disk fails for every file: that is not told file by file.
    if (!ok && ++failures > MOST_FAILURES) throw unableToKeep(error.split("\n", 1)[0] || "git failed");
    return ok;
  };
  const bad = portions(add).flatMap((portion) => addPortion(folder.folder, portion, run));
  if (bad.length > 0) {
    git(shadow, ["update-index", "--force-remove", "-z", "--stdin"], { ...place, input: joinNul(bad) });
  }
  return bad.map((path) => ({ path, why: "unreadable" }));
}

// git goes through all it has put into one pack for each object more.
const PORTION = 10_000;

function portions(paths: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(paths.length / PORTION);
  return Array.from({ length: count }, (_, n) => paths.slice(n * PORTION, (n + 1) * PORTION));
}

/** Returns what could not be added. */
function addPortion(folder: string, paths: readonly string[], run: Run): string[] {
  if (run(paths)) return [];
  const closed = new Set(paths.filter((path) => isClosed(folder, path)));
  return [
    ...closed,
    ...addSingly(
      paths.filter((path) => !closed.has(path)),
      run,
    ),
  ];
}

type Run = (paths: readonly string[]) => boolean;

/** Halves what git fails on until only the bad ones are left. */
function addSingly(paths: readonly string[], run: Run): string[] {
  if (run(paths)) return [];
  if (paths.length === 1) return [...paths];
  const middle = paths.length >> 1;
  return [...addSingly(paths.slice(0, middle), run), ...addSingly(paths.slice(middle), run)];
}

function isClosed(folder: string, path: string): boolean {
  const stat = see(folder, path);
  // Links are kept as links, and what has gone meanwhile leaves the index.
  if (stat === "gone" || (typeof stat === "object" && stat.isSymbolicLink())) return false;
  try {
    accessSync(fullPath(folder, path), constants.R_OK);
    return false;
  } catch {
    return true; // Named as left out by the caller.
  }
}

/** An older git would make a pack of every single file. */
function packsStreams(shadow: Shadow): boolean {
  const [, major = 0, minor = 0] =
    /(\d+)\.(\d+)/.exec(git(shadow, ["version"]).output.toString("utf8"))?.map(Number) ?? [];
  return major > 2 || (major === 2 && minor >= 37);
}
