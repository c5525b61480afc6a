import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readPrivate, replacePrivate, secureFolder } from "../../host/file/folder.js";
import { releaseLock, takeLock } from "../../host/file/lock.js";
import { type FolderId, type KnownProject, remember } from "./known-project.js";
import { hash64 } from "./path.js";

/** The facts about one place, so that the next hook there need not ask git. */
export interface CachedPlace {
  readonly id: string;
  /** The path as named; `real` is without links. */
  readonly path: string;
  readonly real: string;
  readonly inode: number;
  readonly birth: number;
  /** Changes if there may be new facts: a remote, a first commit, an id file. */
  readonly stamp: string;
  /** A plain folder inside the folder of its project. */
  readonly isInner: boolean;
  /** The work tree around it that has lost its git folder. */
  readonly tree?: string;
  /** The work trees of a git folder. */
  readonly trees: readonly string[];
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  readonly idFile?: string;
  /** The facts are not recorded yet, so the next writer has to. */
  readonly isUntold?: boolean;
}

const MAX_FILE_CHARS = 8_388_608;
const MAX_PROJECTS = 2000;

export function readCachedPlace(home: string, path: string): CachedPlace | undefined {
  const folder = join(home, "place");
  if (!isFolder(home) || !isFolder(folder)) return undefined;
  const cached = parsePlace(readPrivate(join(folder, `${hash64(path)}.json`)));
  return cached?.path === path ? cached : undefined;
}

export function writeCachedPlace(home: string, place: CachedPlace): void {
  const folder = join(home, "place");
  if (isUsable(home) && isUsable(folder)) write(join(folder, `${hash64(place.path)}.json`), place);
}

/** Adds the facts of a cached place to the known projects. */
export function withPlace(known: readonly KnownProject[], place: CachedPlace): readonly KnownProject[] {
  if (place.isInner) return known;
  const before = known.find((project) => project.id === place.id);
  const places = [
    ...(before?.places.filter((folderId) => folderId.path !== place.real) ?? []),
    { path: place.real, inode: inodeOf({ ino: place.inode, birthtimeMs: place.birth }) },
  ];
  return remember(known, {
    id: place.id,
    roots: [...new Set([...(before?.roots ?? []), ...place.roots])],
    remotes: [...new Set([...(before?.remotes ?? []), ...place.remotes])],
    places,
    trees: before?.trees ?? [...treesOf(places), ...place.trees.map((path) => ({ path, inode: "" }))],
    idFile: place.idFile ?? before?.idFile,
  });
}

/** Distinguishes a folder from a later one at its path. */
export function inodeOf(stat: { readonly ino: number; readonly birthtimeMs: number }): string {
  return `${stat.ino}@${stat.birthtimeMs}`;
}

/** Lets `decide` choose a known project and saves it. If the lock cannot be taken, the last writer wins. */
export function updateKnown<T extends { readonly project: KnownProject }>(
  home: string,
  decide: (known: readonly KnownProject[]) => T,
): T {
  if (!isUsable(home)) return decide([]);
  return locked(home, () => {
    const known = readKnown(home);
    const decided = decide(known);
    writeKnown(home, remember(known, decided.project).slice(-MAX_PROJECTS));
    return decided;
  });
}

/** Removes paths and remotes from the known projects. Hooks learn them again if they still meet them. */
export function forgetKnown(home: string, isKept: (text: string) => boolean): void {
  locked(home, () => {
    const projects = readKnown(home).map((project) => ({
      ...project,
      remotes: project.remotes.filter(isKept),
      places: project.places.filter(({ path }) => isKept(path)),
      trees: project.trees.filter(({ path }) => isKept(path)),
    }));
    writeKnown(home, projects);
  });
}

function locked<T>(home: string, run: () => T): T {
  const lock = join(home, "project.lock");
  const isLocked = takeLock(lock, { tries: 20, pause: 4, stale: 2_000 });
  try {
    return run();
  } finally {
    if (isLocked) releaseLock(lock);
  }
}

function writeKnown(home: string, projects: readonly KnownProject[]): void {
  write(join(home, "project.json"), { projects });
}

function readKnown(home: string): readonly KnownProject[] {
  const { projects } = fields(parseJson(readPrivate(join(home, "project.json"), MAX_FILE_CHARS)));
  return Array.isArray(projects) ? projects.flatMap(parseProject) : rebuildKnown(home);
}

/** Rebuilds a lost or broken list from the place files. */
function rebuildKnown(home: string): readonly KnownProject[] {
  const folder = join(home, "place");
  const names = isFolder(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  let known: readonly KnownProject[] = [];
  for (const name of names.slice(0, MAX_PROJECTS)) {
    const place = parsePlace(readPrivate(join(folder, name)));
    if (place !== undefined) known = withPlace(known, place);
  }
  return known;
}

function write(path: string, content: object): void {
  try {
    replacePrivate(path, JSON.stringify(content));
  } catch {
    // The id is right without the cache, and `doctor` reports an unwritable folder.
  }
}

function isUsable(folder: string): boolean {
  try {
    secureFolder(folder);
    return true;
  } catch {
    return false; // It belongs to another user, or cannot be created.
  }
}

function isFolder(path: string): boolean {
  // Do not follow links, which may lead to folders of others.
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function parsePlace(text: string | undefined): CachedPlace | undefined {
  const { id, path, real, inode, birth, stamp, isInner, tree, trees, roots, remotes, idFile, isUntold } =
    fields(parseJson(text));
  if (!isId(id) || typeof path !== "string" || typeof real !== "string" || typeof stamp !== "string")
    return undefined;
  if (typeof inode !== "number" || typeof birth !== "number" || typeof isInner !== "boolean")
    return undefined;
  return {
    id,
    path,
    real,
    inode,
    birth,
    stamp,
    isInner,
    tree: string(tree),
    trees: strings(trees),
    roots: strings(roots),
    remotes: strings(remotes),
    isUntold: isUntold === true || undefined,
    idFile: string(idFile),
  };
}

function parseProject(value: unknown): KnownProject[] {
  const { id, roots, remotes, places, trees, idFile } = fields(value);
  if (!isId(id)) return [];
  const project = {
    id,
    roots: strings(roots),
    remotes: strings(remotes),
    places: folderIds(places),
    trees: Array.isArray(trees) ? folderIds(trees) : treesOf(folderIds(places)),
    idFile: string(idFile),
  };
  return [project];
}

/** Older lists hold only git folders, which are nearly always in their work trees. */
function treesOf(places: readonly FolderId[]): FolderId[] {
  return places.flatMap(({ path }) => (/[\\/]\.git$/.test(path) ? [{ path: dirname(path), inode: "" }] : []));
}

function folderIds(value: unknown): FolderId[] {
  return (Array.isArray(value) ? value.map(fields) : []).flatMap(({ path, inode }) =>
    typeof path === "string" && typeof inode === "string" ? [{ path, inode }] : [],
  );
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined; // A damaged file counts as missing.
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function string(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^p[0-9a-f]{16}$/.test(value);
}
