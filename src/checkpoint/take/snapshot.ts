import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { uptime } from "../../host/clock.js";
import { runGit } from "../../host/git/git-run.js";
import type { ShadowRan } from "../../host/git/git-shadow.js";
import { type Checkpoint, type KeptTree, type LeftOut, MAX_LEFT_NAMED } from "../checkpoint.js";
import { forgottenIn } from "../forget/forgotten.js";
import { keepModes, type Modes, updateModes } from "../shadow/modes.js";
import { writeRef } from "../shadow/object.js";
import { below, legiblePath, splitNul } from "../shadow/path.js";
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
import { type IgnoreRules, ignoreRules, innerFolder, type KeptFolder, rootFolder } from "./kept-folder.js";
import { type Limits, limitsOf } from "./limit.js";
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
      const above = folders.filter(({ path }) => path === "" || folder.path.startsWith(`${path}/`));
      const isTooMuch = folders.length > 64 || above.length > 5;
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

interface Listing {
  /** New, changed and deleted files: those that differ from the index. */
  readonly files: readonly string[];
  /** Files in the index that are ignored now. */
  readonly ignored: readonly string[];
  readonly repositories: readonly string[];
  readonly closed: readonly string[];
  readonly seen: Seen;
}

interface ListingRequest {
  readonly folder: KeptFolder;
  readonly index: string;
  readonly rules: IgnoreRules;
  readonly limits: Limits;
  readonly seen: Seen | undefined;
}

/** git skips such a folder and only prints a warning. */
const CLOSED = /^warning: could not open directory '(.+)\/': Permission denied$/gm;
const UNREADABLE = "the index of the last checkpoint cannot be read";

/** Lists the changes in a folder since its index was last updated. */
function listChanged(shadow: Shadow, request: ListingRequest): Listing {
  const { folder, index, rules, seen } = request;
  const isNew = !existsSync(index);
  if (!isNew && !isWhole(index)) throw new ShadowDamage(UNREADABLE);
  const began = uptime();
  const ran = run(shadow, request, ["-m", "-d", "-o"], index);
  if (!ran.ok) throw new ShadowDamage(UNREADABLE);
  const changed = splitNul(ran.output);
  // Touched files are read again each time until the index knows their new times.
  if (!isNew && uptime() - began > 1_000)
    git(shadow, ["update-index", "-q", "--refresh"], { workTree: folder.folder, index });
  const tracked = trackedStamp(folder);
  const forced = isNew || tracked !== seen?.tracked ? (userList(shadow, request, ["-c", "-i"]) ?? []) : [];
  const hasNewRules =
    rules.stamp !== seen?.exclude || changed.some((path) => /(?:^|\/)\.gitignore$/.test(path));
  return {
    files: [...new Set([...changed.filter((path) => !path.endsWith("/")), ...forced])],
    ignored: !isNew && hasNewRules ? ignoredSince(shadow, request) : [],
    repositories: changed.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1)),
    closed: [...ran.error.matchAll(CLOSED)].map(([, name = ""]) => Buffer.from(name).toString("latin1")),
    seen: { exclude: rules.stamp, tracked },
  };
}

/** git does not verify the checksum at the end of an index and accepts half a file. */
function isWhole(index: string): boolean {
  const bytes = readFileSync(index);
  const sum = createHash("sha1").update(bytes.subarray(0, -20)).digest();
  return bytes.length > 20 && sum.equals(bytes.subarray(-20));
}

/** Files in the index that the rules ignore now, except those that the user's own repository tracks. */
function ignoredSince(shadow: Shadow, request: ListingRequest): string[] {
  const ignored = list(shadow, request, ["-c", "-i"], request.index) ?? [];
  if (ignored.length === 0) return [];
  const tracked = userList(shadow, request, ["-c"]);
  // If nobody knows what is tracked, rather keep too much.
  if (tracked === undefined) return [];
  const isTracked = new Set(tracked);
  return ignored.filter((path) => !isTracked.has(path));
}

/** Lists from the user's index, read with our repository. If that fails, git runs in the user's repository. */
function userList(shadow: Shadow, request: ListingRequest, args: readonly string[]): string[] | undefined {
  const { folder } = request;
  const index = folder.gitDir === undefined ? undefined : join(folder.gitDir, "index");
  if (index === undefined || !existsSync(index)) return [];
  const listed = list(shadow, request, args, index);
  if (listed !== undefined) return listed;
  const command = ["ls-files", "-z", ...args, "--exclude-standard"];
  const ran = runGit(folder.folder, command, shadow.env, { timeout: 10_000, maxBytes: 1 << 26 });
  return ran.ok ? splitNul(Buffer.from(ran.output)) : undefined;
}

function list(...args: Parameters<typeof run>): string[] | undefined {
  const ran = run(...args);
  return ran.ok ? splitNul(ran.output) : undefined;
}

function run(shadow: Shadow, request: ListingRequest, args: readonly string[], index: string): ShadowRan {
  const { folder, rules, limits } = request;
  const options = { workTree: folder.folder, index, timeout: limits.listing, settings: rules.settings };
  const ran = git(shadow, ["ls-files", "-z", ...args, ...rules.args], options);
  // Our timeout ended it: the folder is too large.
  if (!ran.ok && ran.code === null)
    throw unableToKeep(`${folder.folder} holds too much to be looked through`);
  return ran;
}

function trackedStamp({ gitDir }: KeptFolder): string | undefined {
  const stat = gitDir === undefined ? undefined : statSync(join(gitDir, "index"), { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
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
