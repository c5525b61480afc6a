import { unlinkSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { hash64 } from "../../capture/place/path.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import { listFolder } from "../../host/file/foreign-file.js";
import type { WorkTree } from "../checkpoint.js";
import { pointName } from "../name.js";
import { earlierCheckpoints, parseJson } from "../record.js";
import { storageOf } from "../shadow/storage.js";

const schema = v.object({
  checkpoint: v.string(),
  what: v.picklist(["files", "both"]),
  /** The checkpoint from before the first try: restoring it undoes all tries. */
  before: v.string(),
  /** Checkpoints from before later tries, if somebody worked in between. */
  later: v.optional(v.array(v.string())),
  paths: v.optional(v.array(v.string())),
  at: v.number(),
});

/** A restore of files that has begun. It is on disk, so that a killed one is known and can be repeated. */
export type UnfinishedRestore = v.InferOutput<typeof schema>;

/** There is at most one unfinished restore per work tree of a project. */
export function unfinishedRestore(place: WorkTree): UnfinishedRestore | undefined {
  return parseJson(schema, readPrivate(fileOf(place)) ?? "");
}

/** The checkpoints that unfinished restores go back to and those that undo them: they must not be dropped. */
export function neededByRestores(home: string, project: string): ReadonlySet<string> {
  const { folder } = storageOf(home, project);
  const unfinished = listFolder(folder)
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => parseJson(schema, readPrivate(join(folder, name)) ?? "") ?? []);
  return new Set(unfinished.flatMap(({ checkpoint, before, later = [] }) => [checkpoint, before, ...later]));
}

export function beginRestore(place: WorkTree, restore: UnfinishedRestore): void {
  replacePrivate(fileOf(place), JSON.stringify(restore));
}

export function endRestore(place: WorkTree): void {
  try {
    unlinkSync(fileOf(place));
  } catch {
    // Another process repeated the same restore and ended first.
  }
}

/** Leftovers of earlier projects at a work tree. */
export interface LeftHere {
  /** The number of checkpoints that projects that were here before have of it. */
  readonly earlier: number;
  /** A killed restore of any of these projects, with checkpoint names as a person types them. */
  readonly unfinished?: UnfinishedRestore;
}

export function leftHere({ home, project, root }: WorkTree): LeftHere {
  const earlier = earlierCheckpoints(home, project, root);
  for (const owner of [project, ...new Set(earlier.map((checkpoint) => checkpoint.project))]) {
    const found = unfinishedRestore({ home, project: owner, root });
    if (found === undefined) continue;
    const name = (id: string) => pointName({ id, project: owner }, project);
    const names = { checkpoint: name(found.checkpoint), before: name(found.before) };
    return { earlier: earlier.length, unfinished: { ...found, ...names, later: found.later?.map(name) } };
  }
  return { earlier: earlier.length };
}

const PREFIX = "restoring-";

function fileOf({ home, project, root }: WorkTree): string {
  return join(storageOf(home, project).folder, `${PREFIX}${hash64(root)}`);
}
