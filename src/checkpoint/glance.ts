import { join } from "node:path";
import { readPrivate } from "../host/file/private-file.js";
import type { Checkpoint } from "./checkpoint.js";
import { newestFirst, recordFile, recordNames } from "./record-name.js";
import { keepingOf } from "./shadow/keeping.js";

/** As much of a checkpoint as tells whether it is the one to go back to. */
export type Glance = Pick<Checkpoint, "id" | "at" | "session" | "root"> & {
  readonly reason: string;
  readonly isLate: boolean;
};

const MOST_BYTES = 262_144;

/** All of a project, newest first. For an answer to an agent, which does without the schema library. */
export function glanceAtCheckpoints(home: string, project: string): Glance[] {
  const { points } = keepingOf(home, project);
  return recordNames(points)
    .flatMap((id) => glance(id, readPrivate(join(points, recordFile(id)), MOST_BYTES)) ?? [])
    .sort(newestFirst);
}

function glance(id: string, text = ""): Glance | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== "object" || record === null) return undefined;
    if (!("at" in record && "session" in record && "root" in record && "reason" in record)) return undefined;
    const { at, session, root, reason } = record;
    if (typeof at !== "number" || typeof session !== "string") return undefined;
    if (typeof root !== "string" || typeof reason !== "string") return undefined;
    return { id, at, session, root, reason, isLate: "isLate" in record && record.isLate === true };
  } catch {
    return undefined; // Cut short or damaged: as if there were none.
  }
}
