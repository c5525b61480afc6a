import { realPath } from "../../host/file/real-path.js";
import { readPlace } from "../../host/git/git.js";
import { below, legiblePath, pathBytes } from "../shadow/path.js";

/** A folder whose files become a tree of their own: the work tree, or a repository inside it. */
export interface KeptFolder {
  /** Relative to the root, "" for the root itself. */
  readonly path: string;
  readonly folder: string;
  readonly gitDir?: string;
  readonly commonDir?: string;
}

export function rootFolder(root: string): KeptFolder {
  return { path: "", folder: root, ...gitFolders(root) };
}

/**
 * A repository that lies inside another. Undefined where it is a linked worktree of the same one, which is a work tree
 * of its own; `unnameable` where git cannot be told its name, which need not be text.
 */
export function innerFolder(outer: KeptFolder, name: string): KeptFolder | "unnameable" | undefined {
  const text = legiblePath(name);
  if (!Buffer.from(text).equals(pathBytes(name))) return "unnameable";
  const folder = `${outer.folder}/${text}`;
  const inner = { path: below(outer.path, name), folder, ...gitFolders(folder) };
  if (inner.commonDir === undefined || outer.commonDir === undefined) return inner;
  return realPath(inner.commonDir) === realPath(outer.commonDir) ? undefined : inner;
}

/** Whether somebody put the folder under git. */
export function hasGit({ commonDir }: KeptFolder): boolean {
  return commonDir !== undefined;
}

function gitFolders(folder: string): Pick<KeptFolder, "gitDir" | "commonDir"> {
  const { root, gitDir, commonDir } = readPlace(folder);
  if (root !== folder || gitDir === undefined || commonDir === undefined) return {};
  return { gitDir, commonDir };
}
