import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import { foldersAbove, fullPath, legiblePath, namedPath, pathBytes, readAsked } from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import type { KeptFile, TreeChange } from "../shadow/tree-change.js";
import { type TreePair, treePairs } from "../shadow/tree-change.js";
import { treeFiles } from "../shadow/tree-file.js";
import type { Snapshot } from "../take/snapshot.js";
import { see } from "../take/sort-listed.js";
import { type ComingChanges, comingChanges } from "./coming-change.js";
import { unfinished } from "./in-the-way.js";
import { type PresentRequest, withPresent } from "./present.js";

export type DifferenceRequest = PresentRequest;

export interface FileChange {
  /** Relative to the root, as a person reads it. */
  readonly path: string;
  /** What a restore would do to it. */
  readonly change: "added" | "changed" | "deleted";
  /** Only its permissions change, to these; the path of a folder ends with a slash. */
  readonly mode?: string;
  /** It would stay as it is: something that no checkpoint keeps stands there. */
  readonly isHindered?: true;
}

export interface Patch {
  readonly text: string;
  readonly isCut: boolean;
}

/** What a restore would change now, by path. Fails where the checkpoint's files are lost or others are at work too long. */
export function differenceTo(request: DifferenceRequest): FileChange[] {
  return withPresent(request, (shadow, now) => {
    requireAsked(shadow, now, request);
    const { files, modes } = comingChanges(shadow, now, request);
    const stopped = hindered(shadow, request.root, files);
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

const MOST_CHARS = 200_000;

/** The same as a unified diff, cut at the end of a line after `most` characters. */
export function patchTo(request: DifferenceRequest, most = MOST_CHARS): Patch {
  return withPresent(request, (shadow, now) => {
    requireAsked(shadow, now, request);
    const { spared } = comingChanges(shadow, now, request);
    return patch(shadow, now, request, spared, most);
  });
}

function patch(
  shadow: Shadow,
  now: Snapshot,
  { checkpoint, paths }: DifferenceRequest,
  spared: ComingChanges["spared"],
  most: number,
): Patch {
  let text = "";
  for (const whole of treePairs(now.trees, checkpoint.trees)) {
    const pair = { ...whole, to: withSpared(shadow, whole, spared) };
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

/** The tree as it will be: what is spared stays in it. */
function withSpared(shadow: Shadow, { path: folder, to }: TreePair, spared: ComingChanges["spared"]): string {
  const start = folder === "" ? 0 : folder.length + 1;
  const lines = [...spared].flatMap(([path, { from, folder: own }]) =>
    own === folder && from !== undefined ? [`${from.mode} ${from.id}\t${path.slice(start)}\0`] : [],
  );
  if (lines.length === 0) return to;
  const index = join(shadow.keeping.folder, "restore-spared");
  rmSync(index, { force: true });
  try {
    git(shadow, ["read-tree", to], { index });
    git(shadow, ["update-index", "-z", "--index-info"], { index, input: pathBytes(lines.join("")) });
    const { ok, output } = git(shadow, ["write-tree"], { index });
    return ok ? output.toString("latin1").trim() : to;
  } finally {
    rmSync(index, { force: true });
  }
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

/** A path that neither the checkpoint nor the present has is a slip: nothing would be done, and that looks like success. */
function requireAsked(shadow: Shadow, now: Snapshot, request: PresentRequest): void {
  const { checkpoint, paths, root } = request;
  if (paths === undefined) return;
  const files = [checkpoint, now].flatMap(({ trees }) => [...(treeFiles(shadow, trees)?.keys() ?? [])]);
  const known = new Set(["", ...files, ...files.flatMap(foldersAbove)]);
  const unknown = paths.find((path) => !known.has(readAsked(path)));
  if (unknown === undefined) return;
  if (see(root, readAsked(unknown)) !== "gone") {
    throw new TidemarkError(
      "not-found",
      `${unknown} is there, but no checkpoint keeps it, nor does ${checkpoint.id}.`,
      {
        hint: "Ignored files, very large ones and what git keeps for itself are left out.",
      },
    );
  }
  throw new TidemarkError("not-found", `Neither ${checkpoint.id} nor the work tree has ${unknown}.`, {
    hint: "Paths are relative to where you stand and taken literally; ignored files are in no checkpoint.",
  });
}

/** Which of the files that a restore would write it cannot: something that no checkpoint keeps stands there. */
function hindered(shadow: Shadow, root: string, files: ReadonlyMap<string, TreeChange>): Set<string> {
  const isDoomed = (path: string) => {
    const change = files.get(path);
    return change !== undefined && change.to === undefined;
  };
  const stopped = new Set<string>();
  const unkept = new Map<string, KeptFile>();
  for (const [path, { from, to }] of files) {
    if (to === undefined) continue;
    const there = whatStands(root, path, isDoomed);
    if (there === "other") stopped.add(path);
    else if (there === "file" && from === undefined) unkept.set(path, to);
  }
  const begun = unfinished(shadow, root, unkept);
  for (const path of unkept.keys()) if (!begun.has(path)) stopped.add(path);
  return stopped;
}

/** As it will be once what is to be deleted is gone. */
function whatStands(
  root: string,
  path: string,
  isDoomed: (path: string) => boolean,
): "nothing" | "file" | "other" {
  for (const folder of foldersAbove(path).reverse()) {
    const stat = see(root, folder);
    if (stat === "gone" || isDoomed(folder)) return "nothing";
    if (stat === "closed" || !stat.isDirectory()) return "other";
  }
  const stat = see(root, path);
  if (stat === "gone") return "nothing";
  if (stat === "closed") return "other";
  if (stat.isDirectory()) return isCleared(root, path, isDoomed) ? "nothing" : "other";
  return stat.isFile() || stat.isSymbolicLink() ? "file" : "other";
}

/** Whether all that is in a folder is to be deleted. */
function isCleared(root: string, path: string, isDoomed: (path: string) => boolean): boolean {
  try {
    return readdirSync(fullPath(root, path), { encoding: "latin1", withFileTypes: true }).every((entry) => {
      const inner = `${path}/${entry.name}`;
      return entry.isDirectory() ? isCleared(root, inner, isDoomed) : isDoomed(inner);
    });
  } catch {
    return false; // It may not be read, so nothing in it is kept.
  }
}
