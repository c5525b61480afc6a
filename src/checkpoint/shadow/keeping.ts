import { join } from "node:path";
import { hash64 } from "../../capture/place/path.js";

/** Where the checkpoints of one project are: its shadow repository, one index a work tree, and a record a checkpoint. */
export interface Keeping {
  readonly folder: string;
  /** The bare repository. */
  readonly git: string;
  readonly points: string;
  readonly lock: string;
}

export function keepingOf(home: string, project: string): Keeping {
  return keepingAt(join(checkpointFolder(home), hash64(project)));
}

export function keepingAt(folder: string): Keeping {
  return { folder, git: join(folder, "git"), points: join(folder, "point"), lock: join(folder, "lock") };
}

export function checkpointFolder(home: string): string {
  return join(home, "checkpoint");
}
