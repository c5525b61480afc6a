import { join, parse, relative, resolve, sep } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { look, NOFOLLOW, readStart, realPath } from "../../host/file/foreign-file.js";
import { type Place, readPlace } from "../../host/git/git.js";
import { readGitFacts } from "../../host/git/git-facts.js";
import { type Identity, identify, type ProjectFacts } from "./identity.js";
import { type Spot, withTree } from "./known-project.js";
import {
  type CachedPlace,
  inodeOf,
  readCachedPlace,
  updateKnown,
  withPlace,
  writeCachedPlace,
} from "./place-cache.js";

/** What a `project.seen` event says. */
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
  /** Set when the place was looked at closely, for the caller to record. */
  readonly learned?: ProjectSeen;
}

const ID_FILE = ".tidemark-id";
const MOST_TREES = 64;

/**
 * Which project a folder belongs to. Never throws, and starts no process at a place it has met before. Who only looks
 * leaves it to the next one to write down what was learned.
 */
export function identifyProject(cwd: string, home: string, env: Env, isLooking = false): IdentifiedProject {
  const place = visiblePlace(cwd, env);
  try {
    return recognise(place, home) ?? examine(place, home, env, isLooking);
  } catch {
    // Whatever is wrong with the data folder, the place still tells its project.
    return identified(place, identify(gather(place, env), []));
  }
}

/** What was learned at a place is written down: it need not be looked at closely again. */
export function tellPlace(home: string, place: Place): void {
  const cached = readCachedPlace(home, keyOf(place));
  if (cached === undefined) return;
  const { isUntold: _, ...told } = cached;
  writeCachedPlace(home, told);
}

/** The fast path: this very folder was met before, and nothing that matters has changed in it. */
function recognise(place: Place, home: string): IdentifiedProject | undefined {
  const key = keyOf(place);
  const stat = look(key);
  const cached = stat === undefined ? undefined : readCachedPlace(home, key);
  if (cached === undefined || cached.inode !== stat?.ino || cached.birth !== stat.birthtimeMs)
    return undefined;
  if (cached.isUntold || cached.stamp !== stampOf(place, cached.roots.length > 0)) return undefined;
  if (place.commonDir !== undefined && !cached.trees.includes(place.root)) noteTree(home, place.root, cached);
  return { project: cached.id, place: within(place, cached.tree), found: "known" };
}

/** A known git folder is met from another work tree: that is a place of the project, too, even without it. */
function noteTree(home: string, root: string, cached: CachedPlace): void {
  updateKnown(home, (known) => {
    const blank = { id: cached.id, roots: [], remotes: [], places: [], trees: [] };
    const project = withPlace(known, cached).find(({ id }) => id === cached.id) ?? blank;
    return { project: withTree(project, spotOf(root)) };
  });
  writeCachedPlace(home, { ...cached, trees: [...cached.trees, root].slice(-MOST_TREES) });
}

function examine(place: Place, home: string, env: Env, isLooking: boolean): IdentifiedProject {
  const key = keyOf(place);
  const stat = look(key);
  // Taken before the facts: what changes meanwhile is then noticed the next time.
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
      ...(tree !== undefined && { tree }),
      trees: place.commonDir === undefined ? [] : [place.root],
      roots,
      remotes,
      ...(idFile !== undefined && { idFile }),
      ...(isLooking && { isUntold: true }),
    });
  }
  return identified(within(place, tree), identity);
}

/** A folder in a work tree that has lost its git folder is still in that work tree. */
function within(place: Place, tree: string | undefined): Place {
  return tree === undefined ? place : { root: tree };
}

/** The work tree around a folder under the name by which the folder is known, which may go over links. */
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

/** A repository at the top of a shared temporary folder may be anybody's: it does not claim what lies below. */
function visiblePlace(cwd: string, env: Env): Place {
  const place = readPlace(cwd);
  if (place.commonDir === undefined || place.root === cwd || place.root === resolve(cwd)) return place;
  return temporaryRoots(env).includes(place.root) ? { root: cwd } : place;
}

function gather(place: Place, env: Env): ProjectFacts {
  const folder = spotOf(place.root);
  if (place.commonDir !== undefined) {
    return { commonDir: spotOf(place.commonDir), folder, ...readGitFacts(place, env) };
  }
  const idFile = readIdFile(place.root);
  const wide = [userHome(env), ...temporaryRoots(env)].flatMap((path) => [path, realPath(path)]);
  const tooWide = [...wide, parse(folder.path).root];
  return { folder, roots: [], shallow: false, tooWide, ...(idFile !== undefined && { idFile }) };
}

/**
 * What there may be to learn at a place already met: a remote in the config, a first commit, an id file.
 * A repository whose roots are known has no first commit to wait for.
 */
function stampOf(place: Place, isRooted: boolean): string {
  if (place.commonDir === undefined) return stampOfFile(join(place.root, ID_FILE));
  const config = stampOfFile(join(place.commonDir, "config"));
  if (isRooted) return `${config} rooted`;
  if (place.head !== undefined) return `${config} commit`;
  // Only git reads this newer format of refs, but a first commit changes this file.
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

function spotOf(path: string): Spot {
  const stat = look(path);
  return { path: realPath(path), inode: stat === undefined ? "" : inodeOf(stat) };
}

function temporaryRoots(env: Env): string[] {
  const named = [env["TMPDIR"], env["TEMP"], env["TMP"]].flatMap((path) => (path ? [resolve(path)] : []));
  return ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/tmp", ...named];
}
