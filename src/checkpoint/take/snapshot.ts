import { type KeptTree, type LeftOut, MOST_LEFT_NAMED } from "../checkpoint.js";
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
import { ignoreRules } from "./ignore-rule.js";
import { hasGit, innerFolder, type KeptFolder, rootFolder } from "./kept-folder.js";
import { type Limits, limitsOf } from "./limit.js";
import { listChanged } from "./listing.js";
import { sortListed } from "./sort-listed.js";
import { stage } from "./stage.js";

/** The files of a work tree as they are now, in the shadow repository; nothing names them yet. */
export interface Snapshot {
  readonly trees: readonly KeptTree[];
  readonly modes?: string;
  readonly left: readonly LeftOut[];
  readonly leftCount: number;
  readonly seen: RootState["seen"];
}

const MOST_REPOSITORIES = 64;
const DEEPEST = 5;

/** What is broken in the shadow repository is thrown away or set aside, and all is kept anew. */
export function snapshot(shadow: Shadow, home: string, state: RootState): Snapshot {
  try {
    return keep(shadow, home, state);
  } catch (error) {
    if (!(error instanceof ShadowDamage)) throw error;
  }
  if (isRepository(shadow)) dropIndexes(shadow.keeping);
  else {
    setAside(shadow);
    openShadow(shadow.keeping, shadow.env);
  }
  try {
    return keep(shadow, home, { root: state.root, seen: {} });
  } catch (error) {
    throw error instanceof ShadowDamage ? unableToKeep(error.message) : error;
  }
}

function keep(shadow: Shadow, home: string, { root, seen }: RootState): Snapshot {
  const top = rootFolder(root);
  const room = new Room(root, limitsOf(home, hasGit(top)));
  const folders: KeptFolder[] = [top];
  const trees: KeptTree[] = [];
  const seenNow: Record<string, Seen> = {};
  for (const folder of folders) {
    const kept = keepFolder(shadow, home, folder, seen[folder.path], room);
    // An inner repository with nothing to keep needs no tree.
    if (folder === top || kept.tree !== EMPTY) trees.push({ path: folder.path, tree: kept.tree });
    seenNow[folder.path] = kept.seen;
    for (const name of kept.repositories) {
      const inner = innerFolder(folder, name);
      if (inner === undefined) continue;
      const isTooMuch = folders.length > MOST_REPOSITORIES || depth(folder, folders) > DEEPEST;
      if (inner === "unnameable" || isTooMuch) {
        room.left.push({ path: legiblePath(below(folder.path, name)), why: "repository" });
      } else folders.push(inner);
    }
  }
  const modes = keepModes(shadow.keeping, room.modes);
  return {
    trees,
    left: room.left.slice(0, MOST_LEFT_NAMED),
    leftCount: room.left.length,
    seen: seenNow,
    ...(modes !== undefined && { modes }),
  };
}

/** The tree without files: git knows it without having it. */
export const EMPTY = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

interface KeptNow {
  readonly tree: string;
  readonly repositories: readonly string[];
  readonly seen: Seen;
}

function keepFolder(
  shadow: Shadow,
  home: string,
  folder: KeptFolder,
  seenBefore: Seen | undefined,
  room: Room,
): KeptNow {
  const { keeping } = shadow;
  const index = indexPath(keeping, room.root, folder.path);
  const rules = ignoreRules(shadow, home, folder);
  const listing = { folder, index, rules, limits: room.limits, seen: seenBefore };
  const { files, ignored, repositories, closed, seen } = listChanged(shadow, listing);
  const isForgotten = forgottenIn(keeping);
  // One that has changed and is ignored since is listed as both.
  const isIgnored = new Set(ignored);
  const wanted = files.filter((path) => !isIgnored.has(path) && !isForgotten(below(folder.path, path)));
  const sorted = sortListed(folder.folder, wanted, room.limits.largestFile);
  room.take(sorted.add.length, sorted.bytes);
  // Before the index: killed in between, too much is said of modes rather than too little.
  room.modes = updateModes(
    keeping,
    room.root,
    [...sorted.modes, ...ignored.map((path) => [path, "unkept"] as const)].map(([path, mode]) => [
      below(folder.path, path),
      mode,
    ]),
  );
  const left = stage(shadow, folder, index, { add: sorted.add, remove: [...sorted.remove, ...ignored] });
  const unread = closed.map((path): LeftOut => ({ path, why: "unreadable" }));
  for (const { path, why } of [...sorted.left, ...left, ...unread]) {
    room.left.push({ path: legiblePath(below(folder.path, path)), why });
  }
  const written = git(shadow, ["write-tree"], { index });
  if (!written.ok) throw new ShadowDamage(written.error.split("\n", 1)[0] || "git could not write a tree");
  const tree = written.output.toString("latin1").trim();
  // What an index names must not be freed with the last checkpoint that had it.
  writeRef(keeping, `index/${indexName(room.root, folder.path)}`, tree);
  return { tree, repositories: repositories.filter((path) => !isForgotten(below(folder.path, path))), seen };
}

function depth(folder: KeptFolder, folders: readonly KeptFolder[]): number {
  return folders.filter(({ path }) => path === "" || folder.path.startsWith(`${path}/`)).length;
}

/** How much one snapshot took up so far. */
class Room {
  readonly left: LeftOut[] = [];
  modes: Modes = new Map();
  #files = 0;
  #bytes = 0;

  constructor(
    readonly root: string,
    readonly limits: Limits,
  ) {}

  take(files: number, bytes: number): void {
    this.#files += files;
    this.#bytes += bytes;
    const { limits, root } = this;
    if (this.#files > limits.files) {
      throw unableToKeep(`${root} has more than ${limits.files.toLocaleString("en")} files to keep`);
    }
    if (this.#bytes > limits.bytes) {
      const most = `${Math.round(limits.bytes / 1_048_576).toLocaleString("en")} MB`;
      throw unableToKeep(`more than ${most} in ${root} are new since the last one`);
    }
  }
}
