import type { Checkpoint } from "../checkpoint.js";
import { isTakenOut, type TakenOut, takenOutOf } from "../forget/forgotten.js";
import { modeNow, modesOf } from "../shadow/modes.js";
import { foldersAbove, pathFilter } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import { isLink, type TreeChange, treeFiles } from "../shadow/tree.js";
import type { Snapshot } from "../take/snapshot.js";
import { ignoredBy, isRule, type Rules } from "./ignored-by.js";
import { changesTo, type PresentRequest } from "./present.js";

/** The changes of a restore, computed before it touches anything, so that a preview shows exactly what is done. */
export interface ComingChanges {
  readonly files: ReadonlyMap<string, TreeChange>;
  /** Files that the checkpoint lacks and that stay nevertheless. */
  readonly spared: ReadonlyMap<string, TreeChange>;
  /** Permissions of unchanged files and folders. The path of a folder ends with a slash. */
  readonly modes: ReadonlyMap<string, number>;
}

export function comingChanges(shadow: Shadow, now: Snapshot, request: PresentRequest): ComingChanges {
  const { checkpoint, before } = request;
  const all = changesTo(shadow, now.trees, request);
  const out = takenOutOf(shadow, checkpoint);
  const isIgnored = new Set<string>();
  const deleted = new Map([...all].filter(([path, { to }]) => to === undefined && !isRule(path)));
  // Files that the rules of the checkpoint ignored were not kept, so they are left alone.
  const rules = [...all.keys()].some(isRule) ? [rulesAfter(shadow, now, all)] : [];
  // A killed restore may have removed the rules from before it, but what they ignored stays, too.
  if (before !== undefined) rules.push(rulesOf(shadow, before));
  for (const one of deleted.size === 0 ? [] : rules)
    for (const path of ignoredBy(shadow, request, one, deleted)) isIgnored.add(path);
  const isSpared = (path: string, { to }: TreeChange) =>
    to === undefined && (isIgnored.has(path) || isTakenOut(out, path));
  const files = new Map([...all].filter(([path, change]) => !isSpared(path, change)));
  const spared = new Map([...all].filter(([path, change]) => isSpared(path, change)));
  return { files, spared, modes: modeChanges(shadow, request, all, out) };
}

// git ignores rules in linked files.
function rulesAfter(shadow: Shadow, now: Snapshot, changes: ReadonlyMap<string, TreeChange>): Rules {
  const rules = new Map(rulesOf(shadow, now));
  for (const [path, { to }] of changes) {
    if (!isRule(path)) continue;
    if (to === undefined) rules.delete(path);
    else if (!isLink(to)) rules.set(path, to.id);
  }
  return rules;
}

function rulesOf(shadow: Shadow, { trees }: Pick<Checkpoint, "trees">): Rules {
  const files = [...(treeFiles(shadow, trees) ?? [])];
  return new Map(
    files.filter(([path, file]) => isRule(path) && !isLink(file)).map(([path, { id }]) => [path, id]),
  );
}

/** Changed permissions of files whose bytes stay the same. */
function modeChanges(
  shadow: Shadow,
  { root, checkpoint, paths }: PresentRequest,
  changes: ReadonlyMap<string, TreeChange>,
  out: TakenOut,
): Map<string, number> {
  const isAsked = pathFilter(paths);
  const others = [...modesOf(shadow, checkpoint)].filter(([path, mode]) => {
    const name = path.replace(/\/$/, "");
    if (!isAsked(name) || changes.has(name) || isTakenOut(out, name)) return false;
    const present = modeNow(root, path);
    return present !== undefined && present !== mode;
  });
  if (others.length === 0) return new Map();
  // The list of modes may name files that are no longer kept.
  const kept = [...(treeFiles(shadow, checkpoint.trees)?.keys() ?? [])];
  const isKept = new Set(kept.flatMap((path) => [path, ...foldersAbove(path).map((folder) => `${folder}/`)]));
  return new Map(others.filter(([path]) => isKept.has(path)));
}
