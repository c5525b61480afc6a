import { realPath } from "../../host/file/foreign-file.js";
import { readPlace } from "../../host/git/git.js";
import { below, legiblePath, pathBytes } from "../shadow/path.js";

/** A folder whose files become a tree of their own: the work tree, or an inner repository. */
export interface KeptFolder {
  readonly path: string;
  readonly folder: string;
  readonly gitDir?: string;
  readonly commonDir?: string;
}

export function rootFolder(root: string): KeptFolder {
  return { path: "", folder: root, ...gitFolders(root) };
}

/**
 * The folder of an inner repository. Undefined for a linked worktree of the same repository, which is a work tree of
 * its own; `unnameable` if its name is no text, so that git cannot be given it.
 */
export function innerFolder(outer: KeptFolder, name: string): KeptFolder | "unnameable" | undefined {
  const text = legiblePath(name);
  if (!Buffer.from(text).equals(pathBytes(name))) return "unnameable";
  const folder = `${outer.folder}/${text}`;
  const inner = { path: below(outer.path, name), folder, ...gitFolders(folder) };
  if (inner.commonDir === undefined || outer.commonDir === undefined) return inner;
  return realPath(inner.commonDir) === realPath(outer.commonDir) ? undefined : inner;
}

function gitFolders(folder: string): Pick<KeptFolder, "gitDir" | "commonDir"> {
  const { root, gitDir, commonDir } = readPlace(folder);
  if (root !== folder || gitDir === undefined || commonDir === undefined) return {};
  return { gitDir, commonDir };
}
