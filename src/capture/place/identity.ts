import { type FolderId, isElsewhere, isUnique, type KnownProject, withTree } from "./known-project.js";
import { baseName, hash64, isWithin } from "./path.js";

export interface ProjectFacts {
  /** The shared git folder; undefined for a folder without git. */
  readonly commonDir?: FolderId;
  /** The top of the work tree, or the plain folder. */
  readonly folder: FolderId;
  readonly roots: readonly string[];
  readonly shallow: boolean;
  /** As in git. It may hold a password, so only its normalised form is kept. */
  readonly remote?: string;
  /** The 32 hex digits of a plain folder's `.tidemark-id`. */
  readonly idFile?: string;
  /** Folders that never contain a project: home, temporary and filesystem roots. */
  readonly tooWide?: readonly string[];
}

export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly found: "known" | "new";
  /** The folder of the project, which may be above a plain subfolder. */
  readonly path: string;
  /** The work tree around a plain folder if it has lost its git folder. */
  readonly tree?: string;
  /** The project with the new facts learned. */
  readonly project: KnownProject;
}

const MAX_KNOWN = 16;

/** Decides which project a place belongs to, never by folder name alone. */
export function identify(facts: ProjectFacts, known: readonly KnownProject[]): Identity {
  const remote = facts.remote === undefined ? undefined : normaliseRemote(facts.remote);
  const keys: Keys = {
    roots: facts.shallow ? [] : [...facts.roots].sort(),
    remote: facts.commonDir === undefined ? undefined : remote,
    idFile: facts.commonDir === undefined ? facts.idFile : undefined,
  };
  const search = { facts, keys, known };
  const outer = enclosing(search);
  if (outer !== undefined) {
    const { project, path, isTree } = outer;
    const name = nameOf(project, undefined, path);
    return { id: project.id, name, found: "known", path, project, ...(isTree && { tree: path }) };
  }
  const match = sameFolder(search) ?? sameKeys(search) ?? lostGit(search) ?? samePath(search);
  const project = learn(match ?? blank(newId(search)), facts, keys);
  return {
    id: project.id,
    name: nameOf(project, keys.remote, facts.folder.path),
    found: match === undefined ? "new" : "known",
    path: facts.folder.path,
    project,
  };
}

interface Keys {
  readonly roots: readonly string[];
  readonly remote: string | undefined;
  readonly idFile: string | undefined;
}

interface Search {
  readonly facts: ProjectFacts;
  readonly keys: Keys;
  readonly known: readonly KnownProject[];
}

/** A folder keeps its project if it is moved, because its inode stays. */
function sameFolder({ facts, keys, known }: Search): KnownProject | undefined {
  const folderId = facts.commonDir ?? facts.folder;
  const isOpen = (project: KnownProject) =>
    keys.idFile === undefined || project.idFile === undefined || project.idFile === keys.idFile;
  const holds = (test: (place: FolderId) => boolean) =>
    known.find((project) => isOpen(project) && project.places.some(test));
  const here = holds((place) => place.path === folderId.path && place.inode === folderId.inode);
  return here ?? (isUnique(folderId) ? holds((place) => place.inode === folderId.inode) : undefined);
}

function sameKeys({ facts, keys, known }: Search): KnownProject | undefined {
  const { roots, remote, idFile } = keys;
  if (idFile !== undefined) return known.find((project) => project.idFile === idFile);
  const akin = known.filter((project) => project.roots.some((root) => roots.includes(root)));
  if (remote === undefined) return akin.length === 1 ? akin[0] : wasPlain(facts, known);
  const equal = known.filter((project) => project.remotes.includes(remote));
  // A shallow clone does not know its root, so the remote alone decides.
  const match =
    equal.find((project) => akin.includes(project)) ??
    equal.find((project) => roots.length === 0 || project.roots.length === 0);
  if (match !== undefined) return match;
  // Projects from the same template share a root but have different remotes.
  const undecided = akin.filter((project) => project.remotes.length === 0);
  return undecided.length === 1 ? undecided[0] : wasPlain(facts, known);
}

/** The project of a plain folder that is under git now. */
function wasPlain(facts: ProjectFacts, known: readonly KnownProject[]): KnownProject | undefined {
  const { path, inode } = facts.folder;
  return known
    .filter(isKnownByPathAlone)
    .find((project) => project.places.some((place) => place.path === path && place.inode === inode));
}

function samePath({ facts, keys, known }: Search): KnownProject | undefined {
  if (keys.roots.length > 0 || keys.remote !== undefined || keys.idFile !== undefined) return undefined;
  const { path } = facts.folder;
  const id = idOf("path", path);
  // Exclude a project that has moved away since.
  return known.find((project) => {
    return (
      project.id === id &&
      isKnownByPathAlone(project) &&
      project.places.some((place) => isWithin(place.path, path))
    );
  });
}

/** The project of a work tree whose git folder is gone, or of a folder that replaced it. */
function lostGit({ facts, keys, known }: Search): KnownProject | undefined {
  if (facts.commonDir !== undefined || keys.idFile !== undefined) return undefined;
  const { folder } = facts;
  const holds = (test: (tree: FolderId) => boolean) => known.find((project) => project.trees.some(test));
  const moved = (tree: FolderId) => isUnique(folder) && tree.inode === folder.inode;
  return holds((tree) => tree.path === folder.path) ?? holds(moved);
}

/** The innermost work tree without git around an unknown plain folder, else the outermost known folder. */
function enclosing(search: Search) {
  const { facts, keys, known } = search;
  if (facts.commonDir !== undefined || keys.idFile !== undefined) return undefined;
  if ((sameFolder(search) ?? lostGit(search)) !== undefined) return undefined;
  const around = ({ path }: FolderId) =>
    path !== facts.folder.path && !facts.tooWide?.includes(path) && isWithin(facts.folder.path, path);
  const list = (foldersOf: (project: KnownProject) => readonly FolderId[]) =>
    known
      .flatMap((project) => foldersOf(project).map((folderId) => ({ project, folderId })))
      .filter(({ folderId }) => around(folderId))
      .map(({ project, folderId: { path } }) => ({ project, path }))
      .sort((a, b) => a.path.length - b.path.length);
  const tree = list(({ trees }) => trees).at(-1);
  if (tree !== undefined) return { ...tree, isTree: true };
  const outer = list(({ places }) => places)[0];
  return outer === undefined ? undefined : { ...outer, isTree: false };
}

/** The same facts give the same id on every machine, with a number if an older project has that id. */
function newId({ facts, keys: { roots, remote, idFile }, known }: Search): string {
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

function learn(project: KnownProject, facts: ProjectFacts, keys: Keys): KnownProject {
  const { commonDir, folder } = facts;
  const folderId = commonDir ?? folder;
  const learned = {
    id: project.id,
    roots: union(project.roots, keys.roots),
    remotes: union(project.remotes, keys.remote === undefined ? [] : [keys.remote]),
    places: [...project.places.filter(isElsewhere(folderId)), folderId].slice(-MAX_KNOWN),
    trees: project.trees,
    idFile: keys.idFile ?? project.idFile,
  };
  const isTree = commonDir !== undefined || !project.trees.every(isElsewhere(folder));
  return isTree ? withTree(learned, folder) : learned;
}

function nameOf(project: KnownProject, remote: string | undefined, folder: string): string {
  const address = remote ?? project.remotes.at(-1);
  return (address === undefined ? baseName(folder) : address.slice(address.lastIndexOf("/") + 1)) || folder;
}

function blank(id: string): KnownProject {
  return { id, roots: [], remotes: [], places: [], trees: [] };
}

function isKnownByPathAlone(project: KnownProject): boolean {
  return project.roots.length === 0 && project.remotes.length === 0 && project.idFile === undefined;
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].slice(-MAX_KNOWN);
}

const WEB = /^(?:https?|ssh|git|ftps?|git\+ssh|ssh\+git|git\+https?):\/\/([^/?#]+)\/([^?#]*)/i;
// `host:path`, not `C:\path`, not `transport::address`, and no slash before the colon.
const SCP = /^(?:[^/@:\s]+@)?([^/@:[\]\s\\]{2,}|\[[^\]\s]+\]):(?!:)(.+)$/;
// Anything else is mistyped, and its first part may be a password.
const HOST = /^(?:\[[0-9a-f:.%]+\]|[^\s:[\]]+)(?::\d+)?$/;

/** One spelling for all addresses of a repository: `host/path`. Undefined for local folders and invalid addresses. */
export function normaliseRemote(url: string): string | undefined {
  const text = url.trim();
  if (text === "" || text.length > 2048 || /[\x00-\x1f\x7f]/.test(text)) return undefined;
  const match = WEB.exec(text) ?? (text.includes("://") ? null : SCP.exec(text));
  if (match === null) return undefined;
  const authority = match[1] ?? "";
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .toLowerCase()
    .replace(/:(?:22|443|80|9418)$/, "");
  const path = (match[2] ?? "")
    .replace(/\/{2,}/g, "/")
    .replace(/^\/|\/$/g, "")
    .replace(/\/?\.git$/, "")
    .replace(/\/$/, "");
  return !HOST.test(host) || path === "" ? undefined : `${host}/${path}`;
}
