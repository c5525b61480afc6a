import { join } from "node:path";
import { isSecureFolder } from "../host/file/folder.js";
import { listFolder } from "../host/file/list-folder.js";
import { readPrivate } from "../host/file/private-file.js";
import type { Checkpoint } from "./checkpoint.js";
import { readRecord, recordPath } from "./record.js";
import { newestFirst, recordNames } from "./record-name.js";
import { checkpointFolder, type Keeping, keepingAt, keepingOf } from "./shadow/keeping.js";

/** Of this very work tree, but made when another project was here; newest first. git is not started. */
export function earlierCheckpoints(home: string, project: string, root: string): Checkpoint[] {
  const folder = checkpointFolder(home);
  if (!isSecureFolder(folder)) return [];
  const own = keepingOf(home, project).folder;
  return listFolder(folder)
    .map((name) => keepingAt(join(folder, name)))
    .filter((keeping) => keeping.folder !== own)
    .flatMap((keeping) => pointsOf(keeping, root))
    .sort(newestFirst);
}

function pointsOf(keeping: Keeping, root: string): Checkpoint[] {
  // The records of all projects are many, and only those that name the folder are worth to be understood.
  const named = JSON.stringify(root);
  return recordNames(keeping.points)
    .filter((id) => readPrivate(recordPath(keeping.points, id), MOST_BYTES)?.includes(named))
    .flatMap((id) => readRecord(keeping, id) ?? [])
    .filter((checkpoint) => checkpoint.root === root);
}

const MOST_BYTES = 262_144;
