import type { Checkpoint } from "./checkpoint.js";
import { readRecord } from "./record.js";
import { newestFirst, recordNames } from "./record-name.js";
import { keepingOf } from "./shadow/keeping.js";

/** All of a project, light ones too, newest first. Reads the records alone, git is not started. */
export function listCheckpoints(home: string, project: string): Checkpoint[] {
  const keeping = keepingOf(home, project);
  return recordNames(keeping.points)
    .map((id) => readRecord(keeping, id))
    .filter((checkpoint) => checkpoint !== undefined)
    .sort(newestFirst);
}

export function findCheckpoint(home: string, project: string, id: string): Checkpoint | undefined {
  return readRecord(keepingOf(home, project), id);
}
