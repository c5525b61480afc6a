import { type Checkpoint, type KeptTree, type LeftOut, MAX_LEFT_NAMED } from "../checkpoint.js";
import { forgottenIn } from "../forget/forgotten.js";
import { keepModes, type Modes, updateModes } from "../shadow/modes.js";
import { writeRef } from "../shadow/object.js";
import { below, legiblePath } from "../shadow/path.js";
import { indexName, indexPath, type RootState, type Seen } from "../shadow/root-state.js";
import {
  dropIndexes,
  git,
  isRepository,
  openShadow,
  type Shadow,
  ShadowDamage,
  setAside,
  unableToKeep,
} from "../shadow/shadow.js";
import { EMPTY_TREE } from "../shadow/tree.js";
import { ignoreRules, innerFolder, type KeptFolder, rootFolder } from "./kept-folder.js";
import { type Limits, limitsOf } from "./limit.js";
import { listChanged } from "./listing.js";
import { sortListed, stage } from "./stage.js";

/** The present files of a work tree, stored in the shadow repository but not yet named by a ref. */
export interface Snapshot extends Pick<Checkpoint, "trees" | "modes" | "left" | "leftCount"> {
  readonly seen: RootState["seen"];
}

/** Takes a snapshot. If the shadow repository is damaged, the broken part is removed or set aside and all files are kept again. */
export function snapshot(shadow: Shadow, home: string, state: RootState): Snapshot {
  try {
    return keep(shadow, home, state);
  } catch (error) {
    if (!(error instanceof ShadowDamage)) throw error;
  }
  if (isRepository(shadow)) dropIndexes(shadow.storage);
  else {
    setAside(shadow);
    openShadow(shadow.storage, shadow.env);
  }
  try {
    return keep(shadow, home, { root: state.root, seen: {} });
  } catch (error) {
    throw error instanceof ShadowDamage ? unableToKeep(error.message) : error;
  }
}

function keep(shadow: Shadow, home: string, { root, seen }: RootState): Snapshot {
  const top = rootFolder(root);
  const progress = new Progress(root, limitsOf(home, top.commonDir !== undefined));
  const folders: KeptFolder[] = [top];
  const trees: KeptTree[] = [];
  const seenNow: Record<string, Seen> = {};
  for (const folder of folders) {
    const kept = keepFolder(shadow, home, folder, seen[folder.path], progress);
    // An inner repository without files needs no tree.
    if (folder === top || kept.tree !== EMPTY_TREE) trees.push({ path: folder.path, tree: kept.tree });
    seenNow[folder.path] = kept.seen;
    for (const name of kept.repositories) {
      const inner = innerFolder(folder, name);
      if (inner === undefined) continue;
      const isTooMuch = folders.length > 64 || depth(folder, folders) > 5;
      if (inner === "unnameable" || isTooMuch) progress.leaveOut(folder, { path: name, why: "repository" });
      else folders.push(inner);
    }
  }
  const { left, modes } = progress;
  return {
    trees,
    left: left.slice(0, MAX_LEFT_NAMED),
    leftCount: left.length,
    seen: seenNow,
    modes: keepModes(shadow.storage, modes),
  };
}

function keepFolder(
  shadow: Shadow,
  home: string,
  folder: KeptFolder,
  seenBefore: Seen | undefined,
  progress: Progress,
): { readonly tree: string; readonly repositories: readonly string[]; readonly seen: Seen } {
  const { storage } = shadow;
  const { root, limits } = progress;
  const index = indexPath(storage, root, folder.path);
  const rules = ignoreRules(shadow, home, folder);
  const listing = { folder, index, rules, limits, seen: seenBefore };
  const { files, ignored, repositories, closed, seen } = listChanged(shadow, listing);
  const isForgotten = forgottenIn(storage);
  // A file that changed and became ignored is listed as both.
  const isIgnored = new Set(ignored);
  const wanted = files.filter((path) => !isIgnored.has(path) && !isForgotten(below(folder.path, path)));
  const sorted = sortListed(folder.folder, wanted, limits.largestFile);
  progress.count(sorted.add.length, sorted.bytes);
  const modes = [...sorted.modes, ...ignored.map((path) => [path, "unkept"] as const)];
  // Before the index: if the process is killed in between, surplus modes are harmless.
  progress.modes = updateModes(
    storage,
    root,
    modes.map(([path, mode]) => [below(folder.path, path), mode]),
  );
  const unread = stage(shadow, folder, index, { add: sorted.add, remove: [...sorted.remove, ...ignored] });
  const unopened = closed.map((path): LeftOut => ({ path, why: "unreadable" }));
  for (const one of [...sorted.left, ...unread, ...unopened]) progress.leaveOut(folder, one);
  const written = git(shadow, ["write-tree"], { index });
  if (!written.ok) throw new ShadowDamage(written.error.split("\n", 1)[0] || "git could not write a tree");
  const tree = written.output.toString("latin1").trim();
  // The ref keeps what the index names from being freed with the last checkpoint that had it.
  writeRef(storage, `index/${indexName(root, folder.path)}`, tree);
  return { tree, repositories: repositories.filter((path) => !isForgotten(below(folder.path, path))), seen };
}

function depth(folder: KeptFolder, folders: readonly KeptFolder[]): number {
  return folders.filter(({ path }) => path === "" || folder.path.startsWith(`${path}/`)).length;
}

/** Collects what a snapshot leaves out and enforces its limits. */
class Progress {
  readonly left: LeftOut[] = [];
  modes: Modes = new Map();
  #files = 0;
  #bytes = 0;

  constructor(
    readonly root: string,
    readonly limits: Limits,
  ) {}

  leaveOut(folder: KeptFolder, { path, why }: LeftOut): void {
    this.left.push({ path: legiblePath(below(folder.path, path)), why });
  }

  count(files: number, bytes: number): void {
    this.#files += files;
    this.#bytes += bytes;
    const { limits, root } = this;
    if (this.#files > limits.files)
      throw unableToKeep(`${root} has more than ${limits.files.toLocaleString("en")} files to keep`);
    if (this.#bytes <= limits.bytes) return;
    const most = `${Math.round(limits.bytes / 1_048_576).toLocaleString("en")} MB`;
    throw unableToKeep(`more than ${most} in ${root} are new since the last one`);
  }
}
