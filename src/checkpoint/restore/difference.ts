import { rmSync } from "node:fs";
import { join } from "node:path";
import { foldersAbove, legiblePath, namedPath, pathBytes, readAsked } from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import { type TreePair, treePairs } from "../shadow/tree-change.js";
import type { Snapshot } from "../take/snapshot.js";
import { requireAsked } from "./asked-path.js";
import { type ComingChanges, comingChanges } from "./coming-change.js";
import { hindered } from "./hindered.js";
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
