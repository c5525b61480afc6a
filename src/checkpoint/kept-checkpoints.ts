import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isSecureFolder } from "../host/file/folder.js";
import type { Checkpoint } from "./checkpoint.js";
import { readRecord, writeRecord } from "./record.js";
import { recordNames } from "./record-name.js";
import { checkpointFolder, keepingAt, keepingOf } from "./shadow/keeping.js";

/** The checkpoints of every project, light ones too, oldest first. */
export function keptCheckpoints(home: string): Checkpoint[] {
  const folder = checkpointFolder(home);
  if (!isSecureFolder(folder)) return [];
  return readdirSync(folder)
    .map((name) => keepingAt(join(folder, name)))
    .flatMap((keeping) => recordNames(keeping.points).flatMap((id) => readRecord(keeping, id) ?? []))
    .sort((a, b) => a.at - b.at || (a.project < b.project ? -1 : 1));
}

/** Gives the sessions of checkpoints other names, as the journal has got them. */
export function renameSessions(home: string, rename: (session: string) => string): void {
  for (const checkpoint of keptCheckpoints(home)) {
    const session = rename(checkpoint.session);
    if (session === checkpoint.session) continue;
    writeRecord(keepingOf(home, checkpoint.project), { ...checkpoint, session });
  }
}

/** Checkpoints by their projects, for what is done to a project's at once. */
export function byProject(checkpoints: readonly Checkpoint[]): Map<string, Checkpoint[]> {
  const projects = new Map<string, Checkpoint[]>();
  for (const checkpoint of checkpoints) {
    const own = projects.get(checkpoint.project);
    if (own === undefined) projects.set(checkpoint.project, [checkpoint]);
    else own.push(checkpoint);
  }
  return projects;
}
