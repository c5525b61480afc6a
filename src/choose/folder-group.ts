/**
 * A list of files in few characters. Files below one folder share its name: `src/agent/: hooks.ts, claude/wire.ts`. A name
 * that several files have is written with the folder it is in.
 */
export class FolderGroups {
  readonly #groups: Group[] = [];
  readonly #ambiguous: ReadonlySet<string>;
  readonly #mark: (path: string) => string;

  /** `ambiguous` are base names that alone would not tell which file is meant; `mark` is said behind a file. */
  constructor(ambiguous: ReadonlySet<string>, mark: (path: string) => string = () => "") {
    this.#ambiguous = ambiguous;
    this.#mark = mark;
  }

  /** The characters that saying this file as well would take. */
  costOf(path: string): number {
    return this.#fit(path).cost + this.#mark(path).length;
  }

  add(path: string): void {
    const { group, folder } = this.#fit(path);
    if (group === undefined) {
      this.#groups.push({ folder: this.#folderOf(path), paths: [path] });
      return;
    }
    group.folder = folder;
    group.paths.push(path);
  }

  render(): string {
    return this.#groups
      .map(({ folder, paths }) => {
        const names = paths.map((path) => path.slice(folder.length) + this.#mark(path));
        return names.length === 1 || folder === ""
          ? folder + names.join(", ")
          : `${folder}: ${names.join(", ")}`;
      })
      .join(BETWEEN);
  }

  #fit(path: string): { cost: number; group?: Group; folder: string } {
    const own = this.#folderOf(path);
    let best: { cost: number; group?: Group; folder: string } = {
      cost: path.length + (this.#groups.length > 0 ? BETWEEN.length : 0),
      folder: own,
    };
    for (const group of this.#groups) {
      const folder = commonFolder(group.folder, own);
      if (folder === "" && (group.folder !== "" || own !== "")) continue;
      // A folder named higher up is shorter itself, and longer in each of its files.
      const lifted = (group.paths.length - 1) * (group.folder.length - folder.length);
      const cost =
        lifted + path.length - folder.length + 2 + (group.paths.length === 1 && folder !== "" ? 2 : 0);
      if (cost < best.cost) best = { cost, group, folder };
    }
    return best;
  }

  #folderOf(path: string): string {
    const slash = path.lastIndexOf("/");
    const name = path.slice(slash + 1);
    if (name.length >= TELLING && !this.#ambiguous.has(name)) return path.slice(0, slash + 1);
    return path.slice(0, path.lastIndexOf("/", slash - 1) + 1);
  }
}

interface Group {
  folder: string;
  readonly paths: string[];
}

const BETWEEN = " · ";
const TELLING = 5;

function commonFolder(one: string, other: string): string {
  const most = Math.min(one.length, other.length);
  let end = 0;
  for (let at = 0; at < most && one.charCodeAt(at) === other.charCodeAt(at); at++) {
    if (one.charCodeAt(at) === SLASH) end = at + 1;
  }
  return one.slice(0, end);
}

const SLASH = 47;
