/** A folder by path and identity (`inode@birth`), because another folder may take the path. */
export interface FolderId {
  readonly path: string;
  readonly inode: string;
}

export interface KnownProject {
  readonly id: string;
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  /** Git folders and plain folders. */
  readonly places: readonly FolderId[];
  /** The tops of its work trees, which stay in the project if their git folder is lost. */
  readonly trees: readonly FolderId[];
  readonly idFile?: string;
}

const MAX_TREES = 64;

/**
 * Moves a project to the end, as the newest. A folder and the path of a work tree belong to the last project that had it.
 * A git folder replaced by another keeps its project, because it may come back.
 */
export function remember(known: readonly KnownProject[], project: KnownProject): KnownProject[] {
  const folderIds = new Map(project.places.map((place) => [place.path, place.inode]));
  const trees = new Set(project.trees.map(({ path }) => path));
  const isTaken = (place: FolderId) =>
    folderIds.has(place.path) && (!isUnique(place) || folderIds.get(place.path) === place.inode);
  const others = known.filter((other) => other.id !== project.id);
  const cleared = others.map((other) => ({
    ...other,
    places: other.places.filter((place) => !isTaken(place)),
    trees: other.trees.filter(({ path }) => !trees.has(path)),
  }));
  return [...cleared, project];
}

/** Moves a work tree of a project to the end, as the newest. */
export function withTree(project: KnownProject, tree: FolderId): KnownProject {
  return { ...project, trees: [...project.trees.filter(isElsewhere(tree)), tree].slice(-MAX_TREES) };
}

/** Matches every folder but this one, also under its former path or identity. */
export function isElsewhere(folderId: FolderId): (other: FolderId) => boolean {
  return ({ path, inode }) => path !== folderId.path && !(isUnique(folderId) && inode === folderId.inode);
}

/** Without a birth time an inode number is not unique: disks reuse it, and each counts on its own. */
export function isUnique(folderId: FolderId): boolean {
  return !/^$|@0?$/.test(folderId.inode);
}
