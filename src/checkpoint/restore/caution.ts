import { join } from "node:path";
import { look } from "../../host/file/foreign-file.js";
import type { Here } from "../../project/here.js";
import type { Checkpoint, LeftOut } from "../checkpoint.js";
import { listCheckpoints } from "../record.js";
import { legiblePath, pathFilter } from "../shadow/path.js";

/** Warnings before a restore: what it cannot bring back, and what it removes unexpectedly. */
export interface RestoreCaution {
  /** Files that are missing now and that the checkpoint did not keep. */
  readonly missing: readonly LeftOut[];
  /** Inner repositories whose own `.git` is gone: only their files come back. */
  readonly bare: readonly string[];
  readonly madeOn?: string;
  /** An earlier checkpoint that is whole, if this one was made too late and may lack files. */
  readonly instead?: Checkpoint;
}

export function restoreCaution(
  { home, project, place }: Here,
  checkpoint: Checkpoint,
  paths: readonly string[] | undefined,
): RestoreCaution {
  const { branch } = checkpoint;
  const isNamed = pathFilter(paths);
  const isThere = (path: string) => look(join(place.root, path)) !== undefined;
  const instead = checkpoint.isLate ? wholeBefore(listCheckpoints(home, project), checkpoint) : undefined;
  return {
    missing: checkpoint.left.filter(
      ({ path }) => isNamed(Buffer.from(path).toString("latin1")) && !isThere(path),
    ),
    bare: checkpoint.trees
      .filter(({ path }) => path !== "" && isNamed(path))
      .map(({ path }) => legiblePath(path))
      .filter((path) => !isThere(join(path, ".git"))),
    madeOn: place.branch !== undefined && branch !== place.branch ? branch : undefined,
    instead,
  };
}

/** The newest complete one of the same session and work tree from before the late one. */
function wholeBefore(newest: readonly Checkpoint[], late: Checkpoint): Checkpoint | undefined {
  return newest.find(
    (one) =>
      one.id !== late.id &&
      !one.isLate &&
      one.root === late.root &&
      one.session === late.session &&
      one.at <= late.at,
  );
}
