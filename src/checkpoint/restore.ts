import type { Checkpoint } from "./checkpoint.js";
import { deleteFiles, removeEmptyFolders } from "./delete-files.js";
import { ignoredNow } from "./ignored-now.js";
import { inTheWay, unfinished } from "./in-the-way.js";
import { type Modes, modesOf } from "./modes.js";
import { legiblePath } from "./path.js";
import { changesTo, type PresentRequest, withPresent } from "./present.js";
import type { Shadow } from "./shadow.js";
import { see } from "./sort-listed.js";
import type { KeptFile, TreeChange } from "./tree-change.js";
import { permissions, setMode, writeFiles } from "./write-files.js";

export interface RestoreRequest extends PresentRequest {
  /** The checkpoint of how it is now: nothing is overwritten or deleted that it did not keep. */
  readonly present: Checkpoint;
}

export interface Restored {
  readonly written: number;
  readonly deleted: number;
  /** What stayed as it is, and why; all else is as it was at the checkpoint. */
  readonly refused: readonly Refused[];
}

export interface Refused {
  /** Relative to the root, as a person reads it. */
  readonly path: string;
  /**
   * `occupied`: something stands there that no checkpoint keeps. `changed`: it was changed after the present was kept.
   * `lost`: its bytes are gone from the shadow repository. `unwritable`: the system did not allow it.
   */
  readonly why: "occupied" | "changed" | "lost" | "unwritable";
}

/** Makes the files what they were. Killed anywhere, it can be repeated to the same end. */
export function restoreFiles(request: RestoreRequest): Restored {
  return withPresent(request, (shadow, now) => {
    const changes = changesTo(shadow, now.trees, request);
    const since = changesTo(shadow, now.trees, { checkpoint: request.present });
    const modes = modesOf(shadow, request.checkpoint);
    return restore({ ...request, shadow, changes, since: new Set(since.keys()), modes });
  });
}

interface Work extends RestoreRequest {
  readonly shadow: Shadow;
  readonly changes: ReadonlyMap<string, TreeChange>;
  /** What is not as the present has it. */
  readonly since: ReadonlySet<string>;
  readonly modes: Modes;
}

interface Step {
  readonly written: number;
  readonly deleted: readonly string[];
  readonly refused: readonly Refused[];
}

function restore(work: Work): Restored {
  const isRule = (path: string) => /(?:^|\/)\.gitignore$/.test(path);
  const doomed = [...work.changes].filter(([, { to }]) => to === undefined).map(([path]) => path);
  const wanted = [...work.changes].filter(([, { to }]) => to !== undefined).map(([path]) => path);
  // Rules first: what they ignored then was not looked at then, and is left alone now.
  const rules = [deleteKept(work, doomed.filter(isRule)), write(work, wanted.filter(isRule))];
  const others = doomed.filter((path) => !isRule(path));
  const spared = [...work.changes.keys()].some(isRule) ? spare(work, others) : new Set();
  const deleted = deleteKept(
    work,
    others.filter((path) => !spared.has(path)),
  );
  // Deleted first, so that a folder can make way for a file.
  const written = write(
    work,
    wanted.filter((path) => !isRule(path)),
  );
  const steps: Step[] = [...rules, deleted, written];
  const gone = steps.flatMap((step) => step.deleted);
  removeEmptyFolders(work.root, gone);
  return {
    written: steps.reduce((sum, step) => sum + step.written, 0),
    deleted: gone.length,
    refused: steps.flatMap((step) => step.refused),
  };
}

function spare({ shadow, home, root, changes }: Work, paths: readonly string[]): Set<string> {
  const isAsked = new Set(paths);
  return ignoredNow(shadow, home, root, new Map([...changes].filter(([path]) => isAsked.has(path))));
}

function deleteKept({ root, since }: Work, paths: readonly string[]): Step {
  const changed = paths.filter((path) => since.has(path) && see(root, path) !== "gone");
  const kept = paths.filter((path) => !since.has(path));
  const stayed = new Set(deleteFiles(root, kept));
  const refused = [...refuse(changed, "changed"), ...refuse([...stayed], "unwritable")];
  return { written: 0, deleted: kept.filter((path) => !stayed.has(path)), refused };
}

function write({ shadow, root, changes, since, modes }: Work, paths: readonly string[]): Step {
  const files = new Map<string, KeptFile>();
  const unkept = new Map<string, KeptFile>();
  const occupied: string[] = [];
  let rewritten = 0;
  for (const path of paths) {
    const { from, to } = changes.get(path) ?? {};
    if (to === undefined) continue;
    const there = inTheWay(root, path);
    const isKept = from !== undefined && !since.has(path);
    if (there === "other") occupied.push(path);
    else if (there === "file" && !isKept) unkept.set(path, to);
    else if (there === "file" && isKept && from.id === to.id && isPlain(from) && isPlain(to)) {
      setMode(root, path, to, modes.get(path), permissions(root, path));
      rewritten += 1;
    } else files.set(path, to);
  }
  const begun = unfinished(shadow, root, unkept);
  for (const [path, to] of unkept) if (begun.has(path)) files.set(path, to);
  const foreign = [...unkept.keys()].filter((path) => !begun.has(path));
  const unwritten = writeFiles(shadow, root, files, modes);
  return {
    written: files.size - unwritten.length + rewritten,
    deleted: [],
    refused: [
      ...refuse(occupied, "occupied"),
      ...foreign.flatMap((path) => refuse([path], since.has(path) ? "changed" : "occupied")),
      ...unwritten.flatMap(({ path, why }) => refuse([path], why)),
    ],
  };
}

function isPlain({ mode }: KeptFile): boolean {
  return mode !== "120000";
}

function refuse(paths: readonly string[], why: Refused["why"]): Refused[] {
  return paths.map((path) => ({ path: legiblePath(path), why }));
}
