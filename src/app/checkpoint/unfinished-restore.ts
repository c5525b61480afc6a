import { unlinkSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { keepingOf } from "../../checkpoint/keeping.js";
import { readPrivate, replacePrivate } from "../../host/private-file.js";
import { hash64 } from "../../project/hash.js";

const schema = v.object({
  checkpoint: v.string(),
  what: v.picklist(["files", "both"]),
  /** The checkpoint of how it was before the first try: it undoes all of them. */
  before: v.string(),
  paths: v.exactOptional(v.array(v.string())),
  at: v.number(),
});

/** A restore of files that has begun. It is written down so that one that was killed is known and can be repeated. */
export type UnfinishedRestore = v.InferOutput<typeof schema>;

/** Where it is written down: one for each work tree of a project. */
export interface RestorePlace {
  readonly home: string;
  readonly project: string;
  readonly root: string;
}

export function unfinishedRestore(place: RestorePlace): UnfinishedRestore | undefined {
  const text = readPrivate(fileOf(place));
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // Damaged: then the restore is one like any other.
  }
}

export function beginRestore(place: RestorePlace, restore: UnfinishedRestore): void {
  replacePrivate(fileOf(place), JSON.stringify(restore));
}

export function endRestore(place: RestorePlace): void {
  try {
    unlinkSync(fileOf(place));
  } catch {
    // Another process was at the same restore and ended first.
  }
}

function fileOf({ home, project, root }: RestorePlace): string {
  return join(keepingOf(home, project).folder, `restoring-${hash64(root)}`);
}
