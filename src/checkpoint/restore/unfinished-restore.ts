import { unlinkSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { hash64 } from "../../capture/place/path.js";
import { listFolder } from "../../host/file/list-folder.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import { keepingOf } from "../shadow/keeping.js";

const schema = v.object({
  checkpoint: v.string(),
  what: v.picklist(["files", "both"]),
  /** The checkpoint of how it was before the first try: it undoes all of them. */
  before: v.string(),
  /** Those before later tries, where somebody had worked in between. */
  later: v.optional(v.array(v.string())),
  paths: v.optional(v.array(v.string())),
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
  return parse(readPrivate(fileOf(place)));
}

/** What the unfinished restores of a project go back to and what undoes them: without these none could be repeated. */
export function neededByRestores(home: string, project: string): ReadonlySet<string> {
  const { folder } = keepingOf(home, project);
  const unfinished = listFolder(folder)
    .filter((name) => name.startsWith(START))
    .flatMap((name) => parse(readPrivate(join(folder, name))) ?? []);
  return new Set(unfinished.flatMap(({ checkpoint, before, later = [] }) => [checkpoint, before, ...later]));
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

const START = "restoring-";

function parse(text: string | undefined): UnfinishedRestore | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // Damaged: then the restore is one like any other.
  }
}

function fileOf({ home, project, root }: RestorePlace): string {
  return join(keepingOf(home, project).folder, `${START}${hash64(root)}`);
}
