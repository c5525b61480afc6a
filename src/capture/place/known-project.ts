/** A folder on this machine: where it is, and what it is (`inode@birth`), for a path may be given to another. */
export interface Spot {
  readonly path: string;
  readonly inode: string;
}

export interface KnownProject {
  readonly id: string;
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  /** Git folders and plain folders. */
  readonly places: readonly Spot[];
  /** The tops of its work trees: they stay the project's when their git folder is lost. */
  readonly trees: readonly Spot[];
  readonly idFile?: string;
}

const MOST_TREES = 64;

/**
 * The known projects with this one put last, as the newest. A spot belongs to one project, and so does the path of a work
 * tree: to the last that had it. A git folder that makes way for another keeps its project, for it may be put back.
 */
export function remember(known: readonly KnownProject[], project: KnownProject): KnownProject[] {
  const spots = new Map(project.places.map((place) => [place.path, place.inode]));
  const trees = new Set(project.trees.map(({ path }) => path));
  const isTaken = (place: Spot) =>
    spots.has(place.path) && (!isUnique(place) || spots.get(place.path) === place.inode);
  const others = known.filter((other) => other.id !== project.id);
  const cleared = others.map((other) => ({
    ...other,
    places: other.places.filter((place) => !isTaken(place)),
    trees: other.trees.filter(({ path }) => !trees.has(path)),
  }));
  return [...cleared, project];
}

/** The project with this work tree put last, as the newest. */
export function withTree(project: KnownProject, tree: Spot): KnownProject {
  return { ...project, trees: [...project.trees.filter(isElsewhere(tree)), tree].slice(-MOST_TREES) };
}

/** Tells the spots that are neither this one nor what it was before it was moved or made anew. */
export function isElsewhere(spot: Spot): (other: Spot) => boolean {
  return ({ path, inode }) => path !== spot.path && !(isUnique(spot) && inode === spot.inode);
}

/** Without a time of birth an inode number says little: it is given away again, and each disk counts its own. */
export function isUnique(spot: Spot): boolean {
  return !/^$|@0?$/.test(spot.inode);
}
