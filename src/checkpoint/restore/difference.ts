import { TidemarkError } from "../../error.js";
import { foldersAbove, legiblePath, namedPath, parsePath, pathBytes, statPath } from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import {
  changeTree,
  type KeptFile,
  type TreeChange,
  type TreePair,
  treeFiles,
  treePairs,
} from "../shadow/tree.js";
import type { Snapshot } from "../take/snapshot.js";
import { type ComingChanges, comingChanges } from "./coming-change.js";
import { obstacleAt, partlyWritten, willBeEmpty } from "./obstacle.js";
import { type PresentRequest, withPresent } from "./present.js";

export interface FileChange {
  readonly path: string;
  readonly change: "added" | "changed" | "deleted";
  /** Only its permissions change, to these; the path of a folder ends with a slash. */
  readonly mode?: string;
  /** It would stay as it is, because something that no checkpoint keeps exists there. */
  readonly isHindered?: true;
}

export interface Patch {
  readonly text: string;
  readonly isCut: boolean;
}

/** Lists what a restore would change. Throws if the checkpoint's files are lost or the lock is not free in time. */
export function differenceTo(request: PresentRequest): FileChange[] {
  return withPresent(request, (shadow, now) => {
    requireAsked(shadow, now, request);
    const { files, modes } = comingChanges(shadow, now, request);
    const stopped = blocked(shadow, request.root, files);
    const changes = [...files].map(([path, { from, to }]): FileChange => {
      const change = to === undefined ? "deleted" : from === undefined ? "added" : "changed";
      return { path: namedPath(path), change, ...(stopped.has(path) && { isHindered: true }) };
    });
    const allowed = [...modes].map(([path, mode]): FileChange => {
      return { path: namedPath(path), change: "changed", mode: mode.toString(8).padStart(3, "0") };
    });
    return [...changes, ...allowed].sort((a, b) => (a.path < b.path ? -1 : 1));
  });
}

/** The same as a unified diff, cut at the end of a line after `maxChars` characters. */
export function patchTo(request: PresentRequest, maxChars = 200_000): Patch {
  return withPresent(request, (shadow, now) => {
    requireAsked(shadow, now, request);
    const { spared } = comingChanges(shadow, now, request);
    let text = "";
    for (const whole of treePairs(now.trees, request.checkpoint.trees)) {
      const pair = { ...whole, to: withSpared(shadow, whole, spared) };
      const inner = innerPaths(pair, request.paths);
      if (pair.from === pair.to || inner?.length === 0) continue;
      // One character more than wanted shows that there is more.
      text += treePatch(shadow, pair, inner ?? [], 4 * (maxChars + 1));
      if (text.length > maxChars)
        return { text: text.slice(0, text.lastIndexOf("\n", maxChars) + 1), isCut: true };
    }
    return { text, isCut: false };
  });
}

function treePatch(
  shadow: Shadow,
  { path, from, to }: TreePair,
  paths: readonly string[],
  maxBytes: number,
): string {
  const folder = path === "" ? "" : `${legiblePath(path)}/`;
  const args = [
    ...["--literal-pathspecs", "diff-tree", "-r", "-p", "--no-renames"],
    ...["--no-color", "--no-ext-diff", "--no-textconv"],
    ...[`--src-prefix=a/${folder}`, `--dst-prefix=b/${folder}`, from, to, "--", ...paths],
  ];
  return git(shadow, args, { maxBytes }).output.toString("utf8");
}

/** The tree after the restore, which still has the spared files. */
function withSpared(shadow: Shadow, { path: folder, to }: TreePair, spared: ComingChanges["spared"]): string {
  const start = folder === "" ? 0 : folder.length + 1;
  const lines = [...spared].flatMap(([path, { from, folder: own }]) =>
    own === folder && from !== undefined ? [`${from.mode} ${from.id}\t${path.slice(start)}\0`] : [],
  );
  if (lines.length === 0) return to;
  return changeTree(shadow, to, ["--index-info"], pathBytes(lines.join(""))) ?? to;
}

/** The named paths as the tree has them: undefined for the whole tree, empty if it has none of them. */
function innerPaths({ path: folder }: TreePair, paths: readonly string[] | undefined): string[] | undefined {
  if (paths === undefined) return undefined;
  const named = paths.map(parsePath);
  if (named.some((path) => path === "" || path === folder || foldersAbove(folder).includes(path)))
    return undefined;
  const inside = folder === "" ? named : named.filter((path) => path.startsWith(`${folder}/`));
  const start = folder === "" ? 0 : folder.length + 1;
  return inside.slice(0, 1_000).map((path) => legiblePath(path.slice(start)));
}

/** Rejects a path that neither the checkpoint nor the present has: doing nothing would look like success. */
function requireAsked(shadow: Shadow, now: Snapshot, request: PresentRequest): void {
  const { checkpoint, paths, root } = request;
  if (paths === undefined) return;
  const files = [checkpoint, now].flatMap(({ trees }) => [...(treeFiles(shadow, trees)?.keys() ?? [])]);
  const known = new Set(["", ...files, ...files.flatMap(foldersAbove)]);
  const unknown = paths.find((path) => !known.has(parsePath(path)));
  if (unknown === undefined) return;
  if (statPath(root, parsePath(unknown)) !== "gone") {
    throw new TidemarkError(
      "not-found",
      `${unknown} is there, but no checkpoint keeps it, nor does ${checkpoint.id}.`,
      { hint: "Ignored files, very large ones and what git keeps for itself are left out." },
    );
  }
  throw new TidemarkError("not-found", `Neither ${checkpoint.id} nor the work tree has ${unknown}.`, {
    hint: "Paths are relative to where you stand and taken literally; ignored files are in no checkpoint.",
  });
}

/** The files that a restore cannot write, because something that no checkpoint keeps exists there. */
function blocked(shadow: Shadow, root: string, files: ReadonlyMap<string, TreeChange>): Set<string> {
  const willBeGone = (path: string) => files.has(path) && files.get(path)?.to === undefined;
  const stopped = new Set<string>();
  const unkept = new Map<string, KeptFile>();
  for (const [path, { from, to }] of files) {
    if (to === undefined) continue;
    const isCleared = (folder: string) => willBeEmpty(root, folder, willBeGone);
    const there = obstacleAt(root, path, isCleared, willBeGone);
    if (there === "other") stopped.add(path);
    else if (there === "file" && from === undefined) unkept.set(path, to);
  }
  const begun = partlyWritten(shadow, root, unkept);
  for (const path of unkept.keys()) if (!begun.has(path)) stopped.add(path);
  return stopped;
}
