import type { Checkpoint } from "../checkpoint.js";
import { isTakenOut, type TakenOut, takenOutOf } from "../forget/taken-out.js";
import { modeNow, modesOf } from "../shadow/modes.js";
import { asked, foldersAbove } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import type { KeptFile, TreeChange } from "../shadow/tree-change.js";
import { treeFiles } from "../shadow/tree-file.js";
import type { Snapshot } from "../take/snapshot.js";
import { ignoredBy, isRule, type Rules } from "./ignored-by.js";
import { changesTo, type PresentRequest } from "./present.js";

/** What a restore is going to do, found out before it touches anything: what is shown is what is done. */
export interface ComingChanges {
  readonly files: ReadonlyMap<string, TreeChange>;
  /** The checkpoint lacks these, and they stay all the same. */
  readonly spared: ReadonlyMap<string, TreeChange>;
  /** Permissions of what else stays as it is; a folder's path ends with a slash. */
  readonly modes: ReadonlyMap<string, number>;
}

export function comingChanges(shadow: Shadow, now: Snapshot, request: PresentRequest): ComingChanges {
  const { checkpoint, before } = request;
  const all = changesTo(shadow, now.trees, request);
  const out = takenOutOf(shadow, checkpoint);
  const isIgnored = new Set<string>();
  const doomed = new Map([...all].filter(([path, { to }]) => to === undefined && !isRule(path)));
  // What rules ignored then was not looked at then, and is left alone now.
  const rules = [...all.keys()].some(isRule) ? [rulesAfter(shadow, now, all)] : [];
  // A restore that was killed may have taken away the rules of before: what they ignored is not its business either.
  if (before !== undefined) rules.push(rulesOf(shadow, before));
  for (const one of doomed.size === 0 ? [] : rules)
    for (const path of ignoredBy(shadow, request, one, doomed)) isIgnored.add(path);
  const isSpared = (path: string, { to }: TreeChange) =>
    to === undefined && (isIgnored.has(path) || isTakenOut(out, path));
  const files = new Map([...all].filter(([path, change]) => !isSpared(path, change)));
  const spared = new Map([...all].filter(([path, change]) => isSpared(path, change)));
  return { files, spared, modes: modeChanges(shadow, request, all, out) };
}

function rulesAfter(shadow: Shadow, now: Snapshot, changes: ReadonlyMap<string, TreeChange>): Rules {
  const rules = new Map(rulesOf(shadow, now));
  for (const [path, { to }] of changes) {
    if (!isRule(path)) continue;
    if (to === undefined) rules.delete(path);
    else if (isPlain(to)) rules.set(path, to.id);
  }
  return rules;
}

function rulesOf(shadow: Shadow, { trees }: Pick<Checkpoint, "trees">): Rules {
  const files = [...(treeFiles(shadow, trees) ?? [])];
  return new Map(
    files.filter(([path, file]) => isRule(path) && isPlain(file)).map(([path, { id }]) => [path, id]),
  );
}

/** git follows no linked rules. */
function isPlain({ mode }: KeptFile): boolean {
  return mode !== "120000";
}

/** Of what is there before and after, with the same bytes. */
function modeChanges(
  shadow: Shadow,
  { root, checkpoint, paths }: PresentRequest,
  changes: ReadonlyMap<string, TreeChange>,
  out: TakenOut,
): Map<string, number> {
  const isAsked = asked(paths);
  const others = [...modesOf(shadow, checkpoint)].filter(([path, mode]) => {
    const name = path.replace(/\/$/, "");
    if (!isAsked(name) || changes.has(name) || isTakenOut(out, name)) return false;
    const present = modeNow(root, path);
    return present !== undefined && present !== mode;
  });
  if (others.length === 0) return new Map();
  // A list may speak of what is not kept any more.
  const kept = [...(treeFiles(shadow, checkpoint.trees)?.keys() ?? [])];
  const isKept = new Set(kept.flatMap((path) => [path, ...foldersAbove(path).map((folder) => `${folder}/`)]));
  return new Map(others.filter(([path]) => isKept.has(path)));
}
