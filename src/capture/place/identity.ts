import { isElsewhere, isUnique, type KnownProject, type Spot, withTree } from "./known-project.js";
import { baseName, hash64, isWithin } from "./path.js";

export interface ProjectFacts {
  /** The shared git folder; undefined for a folder without git. */
  readonly commonDir?: Spot;
  /** The top of the work tree, or the plain folder. */
  readonly folder: Spot;
  readonly roots: readonly string[];
  readonly shallow: boolean;
  /** As git has it; only its normalised form is ever kept, since it may hold a password. */
  readonly remote?: string;
  /** The 32 hex digits of a plain folder's `.tidemark-id`. */
  readonly idFile?: string;
  /** Folders that are never the project of everything below them: home, temporary and filesystem roots. */
  readonly tooWide?: readonly string[];
}

export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly found: "known" | "new";
  /** The project's own folder, which for a plain subfolder is one above. */
  readonly path: string;
  /** The work tree around a plain folder, where that has lost its git folder. */
  readonly tree?: string;
  /** The project with the new facts learned. */
  readonly project: KnownProject;
}

const MOST = 16;

/** Decides which project a place belongs to. Never by folder name alone. */
export function identify(facts: ProjectFacts, known: readonly KnownProject[]): Identity {
  const remote = facts.remote === undefined ? undefined : normaliseRemote(facts.remote);
  const clues: Clues = {
    roots: facts.shallow ? [] : [...facts.roots].sort(),
    remote: facts.commonDir === undefined ? undefined : remote,
    idFile: facts.commonDir === undefined ? facts.idFile : undefined,
  };
  const outer = enclosing(facts, clues, known);
  if (outer !== undefined) {
    const { project, path, isTree } = outer;
    const name = nameOf(project, undefined, path);
    return { id: project.id, name, found: "known", path, project, ...(isTree && { tree: path }) };
  }
  const match =
    sameSpot(facts, clues, known) ??
    sameClues(facts, clues, known) ??
    lostGit(facts, clues, known) ??
    samePath(facts, clues, known);
  const project = learn(match ?? blank(newId(facts, clues, known)), facts, clues);
  return {
    id: project.id,
    name: nameOf(project, clues.remote, facts.folder.path),
    found: match === undefined ? "new" : "known",
    path: facts.folder.path,
    project,
  };
}

interface Clues {
  readonly roots: readonly string[];
  readonly remote: string | undefined;
  readonly idFile: string | undefined;
}

/** The same folder keeps its project, also when it was moved: then the path is new and the inode is not. */
function sameSpot(
  facts: ProjectFacts,
  clues: Clues,
  known: readonly KnownProject[],
): KnownProject | undefined {
  const spot = facts.commonDir ?? facts.folder;
  const isOpen = (project: KnownProject) =>
    clues.idFile === undefined || project.idFile === undefined || project.idFile === clues.idFile;
  const holds = (test: (place: Spot) => boolean) =>
    known.find((project) => isOpen(project) && project.places.some(test));
  const here = holds((place) => place.path === spot.path && place.inode === spot.inode);
  return here ?? (isUnique(spot) ? holds((place) => place.inode === spot.inode) : undefined);
}

function sameClues(
  facts: ProjectFacts,
  clues: Clues,
  known: readonly KnownProject[],
): KnownProject | undefined {
  const { roots, remote, idFile } = clues;
  if (idFile !== undefined) return known.find((project) => project.idFile === idFile);
  const akin = known.filter((project) => project.roots.some((root) => roots.includes(root)));
  if (remote === undefined) return akin.length === 1 ? akin[0] : wasPlain(facts, known);
  const equal = known.filter((project) => project.remotes.includes(remote));
  // A shallow clone does not know its root; then the remote alone decides, whichever of the two is shallow.
  const match =
    equal.find((project) => akin.includes(project)) ??
    equal.find((project) => roots.length === 0 || project.roots.length === 0);
  if (match !== undefined) return match;
  // Never one with another remote: projects begun from one template share a root and nothing else.
  const undecided = akin.filter((project) => project.remotes.length === 0);
  return undecided.length === 1 ? undecided[0] : wasPlain(facts, known);
}

/** Work often begins in a plain folder and is put under git later. */
function wasPlain(facts: ProjectFacts, known: readonly KnownProject[]): KnownProject | undefined {
  const { path, inode } = facts.folder;
  return known
    .filter(isKnownByPathAlone)
    .find((project) => project.places.some((place) => place.path === path && place.inode === inode));
}

function samePath(
  facts: ProjectFacts,
  clues: Clues,
  known: readonly KnownProject[],
): KnownProject | undefined {
  if (clues.roots.length > 0 || clues.remote !== undefined || clues.idFile !== undefined) return undefined;
  const { path } = facts.folder;
  const id = idOf("path", path);
  // Still there, and not since moved away and made something of its own.
  return known.find((project) => {
    return (
      project.id === id &&
      isKnownByPathAlone(project) &&
      project.places.some((place) => isWithin(place.path, path))
    );
  });
}

/** A work tree whose git folder is gone, or a folder made anew in its place: still what was there last. */
function lostGit(
  facts: ProjectFacts,
  clues: Clues,
  known: readonly KnownProject[],
): KnownProject | undefined {
  if (facts.commonDir !== undefined || clues.idFile !== undefined) return undefined;
  const { folder } = facts;
  const holds = (test: (tree: Spot) => boolean) => known.find((project) => project.trees.some(test));
  const moved = (tree: Spot) => isUnique(folder) && tree.inode === folder.inode;
  return holds((tree) => tree.path === folder.path) ?? holds(moved);
}

/** The innermost work tree without its git folder around a plain folder that is not itself known, else the outermost known folder. */
function enclosing(facts: ProjectFacts, clues: Clues, known: readonly KnownProject[]) {
  if (facts.commonDir !== undefined || clues.idFile !== undefined) return undefined;
  if ((sameSpot(facts, clues, known) ?? lostGit(facts, clues, known)) !== undefined) return undefined;
  const around = ({ path }: Spot) =>
    path !== facts.folder.path && !facts.tooWide?.includes(path) && isWithin(facts.folder.path, path);
  const list = (spotsOf: (project: KnownProject) => readonly Spot[]) =>
    known
      .flatMap((project) => spotsOf(project).map((spot) => ({ project, spot })))
      .filter(({ spot }) => around(spot))
      .map(({ project, spot: { path } }) => ({ project, path }))
      .sort((a, b) => a.path.length - b.path.length);
  const tree = list(({ trees }) => trees).at(-1);
  if (tree !== undefined) return { ...tree, isTree: true };
  const outer = list(({ places }) => places)[0];
  return outer === undefined ? undefined : { ...outer, isTree: false };
}

/** The same facts give the same id on every machine; a number is added where an older project took that id. */
function newId(
  facts: ProjectFacts,
  { roots, remote, idFile }: Clues,
  known: readonly KnownProject[],
): string {
  let key = ["path", facts.folder.path];
  if (idFile !== undefined) key = ["id", idFile];
  else if (roots[0] !== undefined) key = ["root", roots[0], remote ?? ""];
  else if (remote !== undefined) key = ["remote", remote];
  let id = idOf(...key);
  for (let next = 2; known.some((project) => project.id === id); next += 1) id = idOf(...key, String(next));
  return id;
}

function idOf(...key: string[]): string {
  return `p${hash64(key.join("\0"))}`;
}

function learn(project: KnownProject, facts: ProjectFacts, clues: Clues): KnownProject {
  const { commonDir, folder } = facts;
  const spot = commonDir ?? folder;
  const idFile = clues.idFile ?? project.idFile;
  const learned = {
    id: project.id,
    roots: union(project.roots, clues.roots),
    remotes: union(project.remotes, clues.remote === undefined ? [] : [clues.remote]),
    places: [...project.places.filter(isElsewhere(spot)), spot].slice(-MOST),
    trees: project.trees,
    ...(idFile !== undefined && { idFile }),
  };
  const isTree = commonDir !== undefined || !project.trees.every(isElsewhere(folder));
  return isTree ? withTree(learned, folder) : learned;
}

function nameOf(project: KnownProject, remote: string | undefined, folder: string): string {
  const address = remote ?? project.remotes.at(-1);
  return (address === undefined ? baseName(folder) : remoteName(address)) || folder;
}

function blank(id: string): KnownProject {
  return { id, roots: [], remotes: [], places: [], trees: [] };
}

function isKnownByPathAlone(project: KnownProject): boolean {
  return project.roots.length === 0 && project.remotes.length === 0 && project.idFile === undefined;
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].slice(-MOST);
}

const WEB = /^(?:https?|ssh|git|ftps?|git\+ssh|ssh\+git|git\+https?):\/\/([^/?#]+)\/([^?#]*)/i;
// `host:path`, not `C:\path`, not `transport::address`, and no slash before the colon.
const SCP = /^(?:[^/@:\s]+@)?([^/@:[\]\s\\]{2,}|\[[^\]\s]+\]):(?!:)(.+)$/;
// Anything else is a mistyped address, and its first part may well be a password.
const HOST = /^(?:\[[0-9a-f:.%]+\]|[^\s:[\]]+)(?::\d+)?$/;
const USUAL_PORT = /:(?:22|443|80|9418)$/;

/**
 * One spelling for all addresses of a repository: `host/path`. Undefined for folders and `file:`, which say nothing
 * on another machine, and for whatever else is not an address.
 */
export function normaliseRemote(url: string): string | undefined {
  const text = url.trim();
  if (text === "" || text.length > 2048 || /[\x00-\x1f\x7f]/.test(text)) return undefined;
  const match = WEB.exec(text) ?? (text.includes("://") ? null : SCP.exec(text));
  if (match === null) return undefined;
  const authority = match[1] ?? "";
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .toLowerCase()
    .replace(USUAL_PORT, "");
  const path = (match[2] ?? "")
    .replace(/\/{2,}/g, "/")
    .replace(/^\/|\/$/g, "")
    .replace(/\/?\.git$/, "")
    .replace(/\/$/, "");
  return !HOST.test(host) || path === "" ? undefined : `${host}/${path}`;
}

/** The repository's name in a normalised address. */
function remoteName(remote: string): string {
  return remote.slice(remote.lastIndexOf("/") + 1);
}
