import { join } from "node:path";
import { hash64 } from "../../capture/place/path.js";

/** The folder of a project's checkpoints: a shadow repository, an index per work tree, a record per checkpoint. */
export interface CheckpointStorage {
  readonly folder: string;
  readonly git: string;
  readonly points: string;
  readonly lock: string;
}

export function storageOf(home: string, project: string): CheckpointStorage {
  return storageAt(join(checkpointFolder(home), hash64(project)));
}

export function storageAt(folder: string): CheckpointStorage {
  return { folder, git: join(folder, "git"), points: join(folder, "point"), lock: join(folder, "lock") };
}

export function checkpointFolder(home: string): string {
  return join(home, "checkpoint");
}
