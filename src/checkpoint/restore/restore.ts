import type { Checkpoint } from "../checkpoint.js";
import { type Modes, modeNow, modesOf, updateModes } from "../shadow/modes.js";
import { foldersAbove, namedPath, statPath } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import { isLink, type KeptFile } from "../shadow/tree.js";
import { type ComingChanges, comingChanges } from "./coming-change.js";
import { isRule } from "./ignored-by.js";
import { obstacleAt, partlyWritten } from "./obstacle.js";
import { changesTo, type PresentRequest, withPresent } from "./present.js";
import {
  changeMode,
  deleteFiles,
  permissions,
  removeBareFolder,
  removeEmptyFolders,
  setMode,
  writeFiles,
} from "./work-tree.js";

export interface RestoreRequest extends PresentRequest {
  /** The checkpoint of the present: nothing is overwritten or deleted that it did not keep. */
  readonly present: Checkpoint;
}

export interface Restored {
  readonly written: number;
  readonly deleted: number;
  /** The files that stayed as they are. All others are as they were at the checkpoint. */
  readonly refused: readonly Refused[];
}

export interface Refused {
  readonly path: string;
  /**
   * `occupied`: something that no checkpoint keeps exists there. `changed`: it changed after the present was kept.
   * `lost`: its bytes are gone from the shadow repository. `unwritable`: the system refused.
   */
  readonly why: "occupied" | "changed" | "lost" | "unwritable";
}

/** Restores the files. If it is killed, it can be repeated with the same result. */
export function restoreFiles(request: RestoreRequest): Restored {
  return withPresent(request, (shadow, now) => {
    const coming = comingChanges(shadow, now, request);
    const since = changesTo(shadow, now.trees, { checkpoint: request.present });
    const modes = modesOf(shadow, request.checkpoint);
    const restored = restore({ ...request, shadow, coming, since: new Set(since.keys()), modes });
    // The next checkpoint must look at the unusual permissions again.
    updateModes(shadow.storage, request.root, [...modes]);
    return restored;
  });
}

interface Work extends RestoreRequest {
  readonly shadow: Shadow;
  readonly coming: ComingChanges;
  readonly since: ReadonlySet<string>;
  readonly modes: Modes;
}

interface Step {
  readonly written: number;
  readonly deleted: readonly string[];
  readonly refused: readonly Refused[];
}

function restore(work: Work): Restored {
  const { root, coming, modes } = work;
  const toDelete = [...coming.files].filter(([, { to }]) => to === undefined).map(([path]) => path);
  const wanted = [...coming.files].filter(([, { to }]) => to !== undefined).map(([path]) => path);
  const made = foldersToMake(root, wanted);
  // Ignore rules come first: if it is killed, it must not leave files without their rules for long.
  const rules = [deleteKept(work, toDelete.filter(isRule)), write(work, wanted.filter(isRule))];
  const isOther = (path: string) => !isRule(path);
  // Deleting comes first, so that a folder can make way for a file.
  const others = [deleteKept(work, toDelete.filter(isOther)), write(work, wanted.filter(isOther))];
  const steps: Step[] = [...rules, ...others];
  const gone = steps.flatMap((step) => step.deleted);
  removeEmptyFolders(root, gone);
  const unset = setModes(root, new Map([...modes].filter(([path]) => made.has(path))), coming.modes);
  return {
    written: steps.reduce((sum, step) => sum + step.written, 0) + coming.modes.size - unset.length,
    deleted: gone.length,
    refused: [...steps.flatMap((step) => step.refused), ...refuse(unset, "unwritable")],
  };
}

/** The folders that do not exist yet, with a slash at their end. */
function foldersToMake(root: string, paths: readonly string[]): Set<string> {
  const folders = new Set(paths.flatMap(foldersAbove));
  return new Set(
    [...folders].filter((folder) => modeNow(root, `${folder}/`) === undefined).map((folder) => `${folder}/`),
  );
}

/** Sets permissions, deepest first, because a closed folder cannot be entered. Returns the paths that failed. */
function setModes(root: string, made: Modes, changed: Modes): string[] {
  const isSet = ([path, mode]: readonly [string, number]) => changeMode(root, path.replace(/\/$/, ""), mode);
  const deepest = (modes: Modes) => [...modes].sort(([a], [b]) => b.length - a.length);
  for (const one of deepest(made)) isSet(one);
  return deepest(changed)
    .filter((one) => !isSet(one))
    .map(([path]) => path);
}

function deleteKept({ root, since }: Work, paths: readonly string[]): Step {
  const changed = paths.filter((path) => since.has(path) && statPath(root, path) !== "gone");
  const kept = paths.filter((path) => !since.has(path));
  const stayed = new Set(deleteFiles(root, kept));
  const refused = [...refuse(changed, "changed"), ...refuse([...stayed], "unwritable")];
  return { written: 0, deleted: kept.filter((path) => !stayed.has(path)), refused };
}

function write({ shadow, root, coming, since, modes }: Work, paths: readonly string[]): Step {
  const files = new Map<string, KeptFile>();
  const unkept = new Map<string, KeptFile>();
  const occupied: string[] = [];
  const closed: string[] = [];
  let rewritten = 0;
  for (const path of paths) {
    const { from, to } = coming.files.get(path) ?? {};
    if (to === undefined) continue;
    const there = obstacleAt(root, path, (folder) => removeBareFolder(root, folder));
    const isKept = from !== undefined && !since.has(path);
    if (there === "other") occupied.push(path);
    else if (there === "file" && !isKept) unkept.set(path, to);
    else if (there === "file" && isKept && from.id === to.id && !isLink(from) && !isLink(to)) {
      if (setMode(root, path, to, modes.get(path), permissions(root, path))) rewritten += 1;
      else closed.push(path);
    } else files.set(path, to);
  }
  const begun = partlyWritten(shadow, root, unkept);
  for (const [path, to] of unkept) if (begun.has(path)) files.set(path, to);
  const foreign = [...unkept.keys()].filter((path) => !begun.has(path));
  const unwritten = writeFiles(shadow, root, files, modes);
  return {
    written: files.size - unwritten.length + rewritten,
    deleted: [],
    refused: [
      ...refuse(occupied, "occupied"),
      ...refuse(closed, "unwritable"),
      ...foreign.flatMap((path) => refuse([path], since.has(path) ? "changed" : "occupied")),
      ...unwritten.flatMap(({ path, why }) => refuse([path], why)),
    ],
  };
}

function refuse(paths: readonly string[], why: Refused["why"]): Refused[] {
  return paths.map((path) => ({ path: namedPath(path), why }));
}
