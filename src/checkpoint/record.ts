import { join } from "node:path";
import * as v from "valibot";
import { isSecureFolder, readPrivate, replacePrivate } from "../host/file/folder.js";
import { listFolder } from "../host/file/foreign-file.js";
import type { Checkpoint } from "./checkpoint.js";
import { isId, newestFirst, recordFile, recordNames } from "./name.js";
import { type CheckpointStorage, checkpointFolder, storageAt, storageOf } from "./shadow/storage.js";

/** Returns undefined if there is no record or it cannot be read. */
export function readRecord({ points }: CheckpointStorage, id: string): Checkpoint | undefined {
  const text = isId(id) ? readPrivate(recordPath(points, id), MAX_RECORD_BYTES) : undefined;
  return text === undefined ? undefined : parseJson(schema, text);
}

/** Parses JSON by a schema. Damaged text counts as missing. */
export function parseJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

export function writeRecord({ points }: CheckpointStorage, checkpoint: Checkpoint): void {
  replacePrivate(recordPath(points, checkpoint.id), `${JSON.stringify(checkpoint)}\n`);
}

export function recordPath(points: string, id: string): string {
  return join(points, recordFile(id));
}

export function findCheckpoint(home: string, project: string, id: string): Checkpoint | undefined {
  return readRecord(storageOf(home, project), id);
}

/** Lists the checkpoints of a project, newest first, light ones included. It reads records only and never starts git. */
export function listCheckpoints(home: string, project: string): Checkpoint[] {
  return readRecords(storageOf(home, project)).sort(newestFirst);
}

/** Lists checkpoints of this work tree that belong to a project that was here before, newest first. */
export function earlierCheckpoints(home: string, project: string, root: string): Checkpoint[] {
  const own = storageOf(home, project).folder;
  const named = JSON.stringify(root);
  return allStorages(home)
    .filter((storage) => storage.folder !== own)
    .flatMap((storage) => {
      // Searching the raw text first spares parsing the records of all other projects.
      const mentions = (id: string) =>
        readPrivate(recordPath(storage.points, id), MAX_RECORD_BYTES)?.includes(named);
      return readRecords(storage, recordNames(storage.points).filter(mentions));
    })
    .filter((checkpoint) => checkpoint.root === root)
    .sort(newestFirst);
}

/** Lists the checkpoints of every project, oldest first, light ones included. */
export function allCheckpoints(home: string): Checkpoint[] {
  return allStorages(home)
    .flatMap((storage) => readRecords(storage))
    .sort((a, b) => a.at - b.at || (a.project < b.project ? -1 : 1));
}

/** Renames the sessions of checkpoints the way the journal renamed them. */
export function renameSessions(home: string, rename: (session: string) => string): void {
  for (const checkpoint of allCheckpoints(home)) {
    const session = rename(checkpoint.session);
    if (session === checkpoint.session) continue;
    writeRecord(storageOf(home, checkpoint.project), { ...checkpoint, session });
  }
}

export function byProject(checkpoints: readonly Checkpoint[]): Map<string, Checkpoint[]> {
  const projects = new Map<string, Checkpoint[]>();
  for (const checkpoint of checkpoints) {
    const own = projects.get(checkpoint.project) ?? [];
    projects.set(checkpoint.project, own);
    own.push(checkpoint);
  }
  return projects;
}

function allStorages(home: string): CheckpointStorage[] {
  const folder = checkpointFolder(home);
  return isSecureFolder(folder) ? listFolder(folder).map((name) => storageAt(join(folder, name))) : [];
}

function readRecords(storage: CheckpointStorage, ids = recordNames(storage.points)): Checkpoint[] {
  return ids.flatMap((id) => readRecord(storage, id) ?? []);
}

const MAX_RECORD_BYTES = 262_144;
const OBJECT = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/));

const schema = v.object({
  id: v.pipe(v.string(), v.check(isId)),
  reason: v.picklist([
    ...(["hand", "tools", "plan", "commit", "destructive", "compaction", "restore"] as const),
    ...(["start", "prompt", "shell"] as const),
  ]),
  label: v.optional(v.string()),
  at: v.number(),
  project: v.string(),
  session: v.string(),
  agent: v.string(),
  root: v.string(),
  branch: v.optional(v.string()),
  head: v.optional(v.string()),
  commit: OBJECT,
  trees: v.array(v.object({ path: v.string(), tree: OBJECT })),
  modes: v.optional(OBJECT),
  changed: v.optional(v.number()),
  isLate: v.optional(v.literal(true)),
  left: v.array(
    v.object({
      path: v.string(),
      why: v.picklist(["large", "unreadable", "special", "repository", "forgotten"]),
    }),
  ),
  leftCount: v.number(),
});
