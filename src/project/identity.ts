import { hash64 } from "./hash.js";
import { baseName, isWithin } from "./path.js";
import { normaliseRemote, remoteName } from "./remote.js";

/** A folder on this machine: where it is, and what it is (`inode@birth`), for a path may be given to another. */
export interface Spot {
  readonly path: string;
  readonly inode: string;
}

export interface KnownProject {
  readonly id: string;
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  readonly places: readonly Spot[];
  readonly idFile?: string;
}

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
    const { project, path } = outer;
    return { id: project.id, name: nameOf(project, undefined, path), found: "known", path, project };
  }
  const match =
    sameSpot(facts, clues, known) ?? sameClues(facts, clues, known) ?? samePath(facts, clues, known);
  const project = learn(match ?? blank(newId(facts, clues, known)), facts, clues);
  return {
    id: project.id,
    name: nameOf(project, clues.remote, facts.folder.path),
    found: match === undefined ? "new" : "known",
    path: facts.folder.path,
    project,
  };
}

/** The known projects with this one put last, as the newest. A place belongs to one project: the last that had it. */
export function remember(known: readonly KnownProject[], project: KnownProject): KnownProject[] {
  const paths = new Set(project.places.map((place) => place.path));
  const others = known.filter((other) => other.id !== project.id);
  const cleared = others.map((other) => {
    const places = other.places.filter((place) => !paths.has(place.path));
    return places.length === other.places.length ? other : { ...other, places };
  });
  return [...cleared, project];
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

/** The outermost known folder around a plain one that is not itself known. */
function enclosing(facts: ProjectFacts, clues: Clues, known: readonly KnownProject[]) {
  if (facts.commonDir !== undefined || clues.idFile !== undefined) return undefined;
  if (sameSpot(facts, clues, known) !== undefined) return undefined;
  let outer: { project: KnownProject; path: string } | undefined;
  for (const project of known) {
    for (const { path } of project.places) {
      if (path === facts.folder.path || facts.tooWide?.includes(path)) continue;
      if (!isWithin(facts.folder.path, path) || (outer && outer.path.length <= path.length)) continue;
      outer = { project, path };
    }
  }
  return outer;
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
  const spot = facts.commonDir ?? facts.folder;
  const others = project.places.filter(
    (place) => place.path !== spot.path && !(isUnique(spot) && place.inode === spot.inode),
  );
  const idFile = clues.idFile ?? project.idFile;
  return {
    id: project.id,
    roots: union(project.roots, clues.roots),
    remotes: union(project.remotes, clues.remote === undefined ? [] : [clues.remote]),
    places: [...others, spot].slice(-MOST),
    ...(idFile !== undefined && { idFile }),
  };
}

function nameOf(project: KnownProject, remote: string | undefined, folder: string): string {
  const address = remote ?? project.remotes.at(-1);
  return (address === undefined ? baseName(folder) : remoteName(address)) || folder;
}

function blank(id: string): KnownProject {
  return { id, roots: [], remotes: [], places: [] };
}

function isKnownByPathAlone(project: KnownProject): boolean {
  return project.roots.length === 0 && project.remotes.length === 0 && project.idFile === undefined;
}

/** Without a time of birth an inode number says little: it is given away again, and each disk counts its own. */
function isUnique(spot: Spot): boolean {
  return !/^$|@0?$/.test(spot.inode);
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].slice(-MOST);
}
