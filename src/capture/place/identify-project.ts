import { join, parse, relative, resolve, sep } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { look, NOFOLLOW, readStart, realPath } from "../../host/file/foreign-file.js";
import { type Place, readPlace } from "../../host/git/git.js";
import { readGitFacts } from "../../host/git/git-facts.js";
import { type Identity, identify, type ProjectFacts } from "./identity.js";
import { type FolderId, withTree } from "./known-project.js";
import {
  type CachedPlace,
  inodeOf,
  readCachedPlace,
  updateKnown,
  withPlace,
  writeCachedPlace,
} from "./place-cache.js";
import { fingerprintOf, writePlaceNote } from "./place-note.js";

/** The data of a `project.seen` event. */
interface ProjectSeen {
  readonly id: string;
  readonly name: string;
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  readonly path: string;
}

export interface IdentifiedProject {
  readonly project: string;
  readonly place: Place;
  readonly found: "known" | "new";
  /** Set after a full identification, for the caller to record. */
  readonly learned?: ProjectSeen;
}

const ID_FILE = ".tidemark-id";

/** The project of a folder. Never throws. With `isReadOnly` the next writer has to record what was learned. */
export function identifyProject(cwd: string, home: string, env: Env, isReadOnly = false): IdentifiedProject {
  const place = visiblePlace(cwd, env);
  try {
    return recognise(place, home) ?? examine(place, home, env, isReadOnly);
  } catch {
    // The place identifies its project even without a data folder.
    return identified(place, identify(gather(place, env), []));
  }
}

/** The same, and keeps the answer for later calls from the folder. */
export function identifyAndNote(cwd: string, home: string, env: Env): IdentifiedProject {
  const fingerprint = fingerprintOf(cwd);
  const identified = identifyProject(cwd, home, env);
  try {
    writePlaceNote(home, cwd, identified, fingerprint);
  } catch {
    // The note only saves time; if it cannot be written, recording itself reports why.
  }
  return identified;
}

/** Notes that the facts about a place are recorded, so that it need not be examined again. */
export function markPlaceRecorded(home: string, place: Place): void {
  const cached = readCachedPlace(home, keyOf(place));
  if (cached === undefined) return;
  writeCachedPlace(home, { ...cached, isUntold: undefined });
}

/** The fast path for a known folder without relevant changes. */
function recognise(place: Place, home: string): IdentifiedProject | undefined {
  const key = keyOf(place);
  const stat = look(key);
  const cached = stat === undefined ? undefined : readCachedPlace(home, key);
  if (cached === undefined || cached.inode !== stat?.ino || cached.birth !== stat.birthtimeMs)
    return undefined;
  if (cached.isUntold || cached.stamp !== stampOf(place, cached.roots.length > 0)) return undefined;
  if (place.commonDir !== undefined && !cached.trees.includes(place.root)) noteTree(home, place.root, cached);
  return { project: cached.id, place: inTree(place, cached.tree), found: "known" };
}

/** Adds another work tree of a known git folder to the project. */
function noteTree(home: string, root: string, cached: CachedPlace): void {
  updateKnown(home, (known) => {
    const blank = { id: cached.id, roots: [], remotes: [], places: [], trees: [] };
    const project = withPlace(known, cached).find(({ id }) => id === cached.id) ?? blank;
    return { project: withTree(project, folderIdOf(root)) };
  });
  writeCachedPlace(home, { ...cached, trees: [...cached.trees, root].slice(-64) });
}

function examine(place: Place, home: string, env: Env, isReadOnly: boolean): IdentifiedProject {
  const key = keyOf(place);
  const stat = look(key);
  // Taken before the facts, so that a change in between is noticed next time.
  const stamps = { rooted: stampOf(place, true), bare: stampOf(place, false) };
  const facts = gather(place, env);
  const cached = readCachedPlace(home, key);
  const isSame = stat !== undefined && cached?.inode === stat.ino && cached.birth === stat.birthtimeMs;
  const identity = updateKnown(home, (known) => {
    return identify(facts, cached !== undefined && isSame ? withPlace(known, cached) : known);
  });
  const tree = identity.tree === undefined ? undefined : namedTree(place.root, identity.tree);
  if (stat !== undefined) {
    const { id, roots, remotes, idFile } = identity.project;
    writeCachedPlace(home, {
      id,
      path: key,
      real: (facts.commonDir ?? facts.folder).path,
      inode: stat.ino,
      birth: stat.birthtimeMs,
      stamp: roots.length > 0 ? stamps.rooted : stamps.bare,
      isInner: identity.path !== facts.folder.path,
      tree,
      trees: place.commonDir === undefined ? [] : [place.root],
      roots,
      remotes,
      idFile,
      isUntold: isReadOnly || undefined,
    });
  }
  return identified(inTree(place, tree), identity);
}

/** A folder stays in a work tree that has lost its git folder. */
function inTree(place: Place, tree: string | undefined): Place {
  return tree === undefined ? place : { root: tree };
}

/** The path of the work tree as the folder names it, which may contain links. */
function namedTree(folder: string, tree: string): string {
  const steps = relative(tree, realPath(folder)).split(sep);
  const named = resolve(folder, ...steps.map(() => ".."));
  return realPath(named) === tree ? named : tree;
}

function identified(place: Place, { id, name, path, found, project }: Identity): IdentifiedProject {
  const { roots, remotes } = project;
  return { project: id, place, found, learned: { id, name, roots, remotes, path } };
}

function keyOf(place: Place): string {
  return place.commonDir ?? place.root;
}

/** A repository at the top of a shared temporary folder does not include the folders below. */
function visiblePlace(cwd: string, env: Env): Place {
  const place = readPlace(cwd);
  if (place.commonDir === undefined || place.root === cwd || place.root === resolve(cwd)) return place;
  return temporaryRoots(env).includes(place.root) ? { root: cwd } : place;
}

function gather(place: Place, env: Env): ProjectFacts {
  const folder = folderIdOf(place.root);
  if (place.commonDir !== undefined) {
    return { commonDir: folderIdOf(place.commonDir), folder, ...readGitFacts(place, env) };
  }
  const wide = [userHome(env), ...temporaryRoots(env)].flatMap((path) => [path, realPath(path)]);
  const tooWide = [...wide, parse(folder.path).root];
  return { folder, roots: [], shallow: false, tooWide, idFile: readIdFile(place.root) };
}

/** Changes if there may be new facts: a remote, a first commit unless the roots are known, an id file. */
function stampOf(place: Place, isRooted: boolean): string {
  if (place.commonDir === undefined) return stampOfFile(join(place.root, ID_FILE));
  const config = stampOfFile(join(place.commonDir, "config"));
  if (isRooted) return `${config} rooted`;
  if (place.head !== undefined) return `${config} commit`;
  // A first commit changes this file of the newer ref format.
  return `${config} ${stampOfFile(join(place.commonDir, "reftable", "tables.list"))}`;
}

function stampOfFile(path: string): string {
  const stat = look(path);
  return stat === undefined ? "-" : `${stat.mtimeMs}+${stat.size}`;
}

function readIdFile(folder: string): string | undefined {
  const text = readStart(join(folder, ID_FILE), 128, NOFOLLOW)?.toString("latin1");
  return /^tidemark-project ([0-9a-f]{32})\s*$/.exec(text ?? "")?.[1];
}

function folderIdOf(path: string): FolderId {
  const stat = look(path);
  return { path: realPath(path), inode: stat === undefined ? "" : inodeOf(stat) };
}

function temporaryRoots(env: Env): string[] {
  const named = [env["TMPDIR"], env["TEMP"], env["TMP"]].flatMap((path) => (path ? [resolve(path)] : []));
  return ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/tmp", ...named];
}
