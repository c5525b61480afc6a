import { join } from "node:path";
import { look } from "../host/file/foreign-file.js";
import type { Here } from "../project/here.js";
import type { Checkpoint, LeftOut } from "./checkpoint.js";
import { listCheckpoints } from "./list.js";
import { asked, legiblePath } from "./shadow/path.js";

/** What somebody should know before a restore: what does not come back by it, and what goes that he may not expect. */
export interface RestoreCaution {
  /** Not there now, and the checkpoint did not keep it. */
  readonly missing: readonly LeftOut[];
  /** Repositories inside whose own `.git` is gone: only their files come back. */
  readonly bare: readonly string[];
  /** The branch of git it was made on, where that is another one now. */
  readonly madeOn?: string;
  /** It was made too late and may lack files; this one is from before it, and whole. */
  readonly instead?: Checkpoint;
}

export function restoreCaution(
  { home, project, place }: Here,
  checkpoint: Checkpoint,
  paths: readonly string[] | undefined,
): RestoreCaution {
  const isAsked = asked(paths);
  const { branch } = checkpoint;
  const isThere = (path: string) => look(join(place.root, path)) !== undefined;
  const instead = checkpoint.isLate ? wholeBefore(listCheckpoints(home, project), checkpoint) : undefined;
  return {
    missing: checkpoint.left.filter(
      ({ path }) => isAsked(Buffer.from(path).toString("latin1")) && !isThere(path),
    ),
    bare: checkpoint.trees
      .filter(({ path }) => path !== "" && isAsked(path))
      .map(({ path }) => legiblePath(path))
      .filter((path) => !isThere(join(path, ".git"))),
    ...(branch !== undefined && place.branch !== undefined && branch !== place.branch
      ? { madeOn: branch }
      : {}),
    instead,
  };
}

/** The newest one of the same session and work tree from before another that is not late itself. */
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
