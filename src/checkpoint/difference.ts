import { foldersAbove, legiblePath, readAsked } from "./path.js";
import { changesTo, type PresentRequest, withPresent } from "./present.js";
import { git, type Shadow } from "./shadow.js";
import type { Snapshot } from "./snapshot.js";
import { type TreePair, treePairs } from "./tree-change.js";

export type DifferenceRequest = PresentRequest;

export interface FileChange {
  /** Relative to the root, as a person reads it. */
  readonly path: string;
  /** What a restore would do to it. */
  readonly change: "added" | "changed" | "deleted";
}

export interface Patch {
  readonly text: string;
  readonly isCut: boolean;
}

/** What a restore would change now, by path. Fails where the checkpoint's files are lost or others are at work too long. */
export function differenceTo(request: DifferenceRequest): FileChange[] {
  return withPresent(request, (shadow, now) =>
    [...changesTo(shadow, now.trees, request)]
      .map(([path, { from, to }]): FileChange => {
        const change = to === undefined ? "deleted" : from === undefined ? "added" : "changed";
        return { path: legiblePath(path), change };
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
}

const MOST_CHARS = 200_000;

/** The same as a unified diff, cut at the end of a line after `most` characters. */
export function patchTo(request: DifferenceRequest, most = MOST_CHARS): Patch {
  return withPresent(request, (shadow, now) => {
    // Says it where the files are lost.
    changesTo(shadow, now.trees, request);
    return patch(shadow, now, request, most);
  });
}

function patch(shadow: Shadow, now: Snapshot, { checkpoint, paths }: DifferenceRequest, most: number): Patch {
  let text = "";
  for (const pair of treePairs(now.trees, checkpoint.trees)) {
    const inner = innerPaths(pair, paths);
    if (pair.from === pair.to || inner?.length === 0) continue;
    // One byte more than is wanted shows that there is more.
    text += treePatch(shadow, pair, inner ?? [], 4 * (most + 1));
    if (text.length > most) return { text: text.slice(0, text.lastIndexOf("\n", most) + 1), isCut: true };
  }
  return { text, isCut: false };
}

function treePatch(
  shadow: Shadow,
  { path, from, to }: TreePair,
  paths: readonly string[],
  most: number,
): string {
  const folder = path === "" ? "" : `${legiblePath(path)}/`;
  const args = [
    ...["--literal-pathspecs", "diff-tree", "-r", "-p", "--no-renames"],
    ...["--no-color", "--no-ext-diff", "--no-textconv"],
    ...[`--src-prefix=a/${folder}`, `--dst-prefix=b/${folder}`, from, to, "--", ...paths],
  ];
  return git(shadow, args, { most }).output.toString("utf8");
}

const MOST_PATHS = 1_000;

/** The asked paths as the tree has them; undefined for the whole of it, none where it has none of them. */
function innerPaths({ path: folder }: TreePair, paths: readonly string[] | undefined): string[] | undefined {
  if (paths === undefined) return undefined;
  const named = paths.map(readAsked);
  if (named.some((path) => path === "" || path === folder || foldersAbove(folder).includes(path)))
    return undefined;
  const inside = folder === "" ? named : named.filter((path) => path.startsWith(`${folder}/`));
  const start = folder === "" ? 0 : folder.length + 1;
  return inside.slice(0, MOST_PATHS).map((path) => legiblePath(path.slice(start)));
}
