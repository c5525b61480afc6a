import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { secureFolder } from "../../host/file/folder.js";
import { releaseLock, takeLock } from "../../host/file/lock.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import { type KnownProject, remember, type Spot } from "./known-project.js";
import { hash64 } from "./path.js";

/** What was found out about one place, so that the next hook there need not ask git. */
export interface CachedPlace {
  readonly id: string;
  /** The folder as it was named, and as it really is. */
  readonly path: string;
  readonly real: string;
  readonly inode: number;
  readonly birth: number;
  /** Changes when there may be something to learn: a remote, a first commit, an id file. */
  readonly stamp: string;
  /** A plain folder inside its project's folder: no place of its own. */
  readonly isInner: boolean;
  /** The work tree around it that has lost its git folder, as it was named. */
  readonly tree?: string;
  /** Of a git folder: the work trees it was met from, as they were named. */
  readonly trees: readonly string[];
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  readonly idFile?: string;
  /** Who looked closely wrote nothing down: the next one who writes has to. */
  readonly isUntold?: boolean;
}

const MOST_TEXT = 8_388_608;
const MOST_PROJECTS = 2000;
/** A hook waits for another no longer than this. */
const WAIT = { tries: 20, pause: 4, stale: 2_000 } as const;

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

/** What a place's own file tells, put back among the known projects. */
export function withPlace(known: readonly KnownProject[], place: CachedPlace): readonly KnownProject[] {
  if (place.isInner) return known;
  const before = known.find((project) => project.id === place.id);
  const others = before?.places.filter((spot) => spot.path !== place.real) ?? [];
  const idFile = place.idFile ?? before?.idFile;
  const places = [
    ...others,
    { path: place.real, inode: inodeOf({ ino: place.inode, birthtimeMs: place.birth }) },
  ];
  return remember(known, {
    id: place.id,
    roots: [...new Set([...(before?.roots ?? []), ...place.roots])],
    remotes: [...new Set([...(before?.remotes ?? []), ...place.remotes])],
    places,
    trees: before?.trees ?? [...treesOf(places), ...place.trees.map((path) => ({ path, inode: "" }))],
    ...(idFile !== undefined && { idFile }),
  });
}

/** Tells a folder from a later one at its path. */
export function inodeOf(stat: { readonly ino: number; readonly birthtimeMs: number }): string {
  return `${stat.ino}@${stat.birthtimeMs}`;
}

/**
 * Reads the known projects, lets `decide` name the one met, and keeps it. Hooks that come at once take turns; one
 * that cannot wait any longer goes ahead: the last writer wins, ids follow from the facts, and each place's own
 * file still has what the other learned, so at worst something is asked of git again.
 */
export function updateKnown<T extends { readonly project: KnownProject }>(
  home: string,
  decide: (known: readonly KnownProject[]) => T,
): T {
  if (!isUsable(home)) return decide([]);
  const lock = join(home, "project.lock");
  const isLocked = takeLock(lock, WAIT);
  try {
    const known = readKnown(home);
    const decided = decide(known);
    const projects = remember(known, decided.project).slice(-MOST_PROJECTS);
    write(join(home, "project.json"), { projects });
    return decided;
  } finally {
    if (isLocked) releaseLock(lock);
  }
}

/** Takes out of the known projects what must not be kept: paths and remotes. They are learned again where still met. */
export function forgetKnown(home: string, isKept: (text: string) => boolean): void {
  const lock = join(home, "project.lock");
  const isLocked = takeLock(lock, WAIT);
  try {
    const projects = readKnown(home).map((project) => ({
      ...project,
      remotes: project.remotes.filter(isKept),
      places: project.places.filter(({ path }) => isKept(path)),
      trees: project.trees.filter(({ path }) => isKept(path)),
    }));
    write(join(home, "project.json"), { projects });
  } finally {
    if (isLocked) releaseLock(lock);
  }
}

function readKnown(home: string): readonly KnownProject[] {
  const { projects } = fields(parseJson(readPrivate(join(home, "project.json"), MOST_TEXT)));
  return Array.isArray(projects) ? projects.flatMap(parseProject) : rebuildKnown(home);
}

/** The list is lost or broken: the place files hold the same, one by one. */
function rebuildKnown(home: string): readonly KnownProject[] {
  const folder = join(home, "place");
  const names = isFolder(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  let known: readonly KnownProject[] = [];
  for (const name of names.slice(0, MOST_PROJECTS)) {
    const place = parsePlace(readPrivate(join(folder, name)));
    if (place !== undefined) known = withPlace(known, place);
  }
  return known;
}

function write(path: string, content: object): void {
  try {
    replacePrivate(path, JSON.stringify(content));
  } catch {
    // Unwritable is the doctor's to report. The id is right without the cache, and is found again next time.
  }
}

function isUsable(folder: string): boolean {
  try {
    secureFolder(folder);
    return true;
  } catch {
    return false; // Not ours, or cannot be made: neither read nor written.
  }
}

function isFolder(path: string): boolean {
  // Not followed when a link: what it leads to is not ours.
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function parsePlace(text: string | undefined): CachedPlace | undefined {
  const { id, path, real, inode, birth, stamp, isInner, tree, trees, roots, remotes, idFile, isUntold } =
    fields(parseJson(text));
  if (!isId(id) || typeof path !== "string" || typeof real !== "string" || typeof stamp !== "string")
    return undefined;
  if (typeof inode !== "number" || typeof birth !== "number" || typeof isInner !== "boolean")
    return undefined;
  const place = {
    id,
    path,
    real,
    inode,
    birth,
    stamp,
    isInner,
    ...(typeof tree === "string" && { tree }),
    trees: strings(trees),
    roots: strings(roots),
    remotes: strings(remotes),
    ...(isUntold === true && { isUntold }),
  };
  return typeof idFile === "string" ? { ...place, idFile } : place;
}

function parseProject(value: unknown): KnownProject[] {
  const { id, roots, remotes, places, trees, idFile } = fields(value);
  if (!isId(id)) return [];
  const project = {
    id,
    roots: strings(roots),
    remotes: strings(remotes),
    places: spots(places),
    trees: Array.isArray(trees) ? spots(trees) : treesOf(spots(places)),
  };
  return [typeof idFile === "string" ? { ...project, idFile } : project];
}

/** Where only git folders were written down: nearly always they lie in their work trees. */
function treesOf(places: readonly Spot[]): Spot[] {
  return places.flatMap(({ path }) => (/[\\/]\.git$/.test(path) ? [{ path: dirname(path), inode: "" }] : []));
}

function spots(value: unknown): Spot[] {
  return (Array.isArray(value) ? value.map(fields) : []).flatMap(({ path, inode }) =>
    typeof path === "string" && typeof inode === "string" ? [{ path, inode }] : [],
  );
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined; // Cut off or scribbled over: as if it were missing.
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^p[0-9a-f]{16}$/.test(value);
}
