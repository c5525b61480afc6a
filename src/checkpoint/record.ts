import { join } from "node:path";
import * as v from "valibot";
import { readPrivate, replacePrivate } from "../host/file/private-file.js";
import type { Checkpoint } from "./checkpoint.js";
import { isId, recordFile } from "./record-name.js";
import type { Keeping } from "./shadow/keeping.js";

/** The record of a checkpoint, or undefined where there is none that can be read. */
export function readRecord({ points }: Keeping, id: string): Checkpoint | undefined {
  const text = isId(id) ? readPrivate(recordPath(points, id), MOST_BYTES) : undefined;
  return text === undefined ? undefined : parseRecord(text);
}

export function writeRecord({ points }: Keeping, checkpoint: Checkpoint): void {
  replacePrivate(recordPath(points, checkpoint.id), `${JSON.stringify(checkpoint)}\n`);
}

export function recordPath(points: string, id: string): string {
  return join(points, recordFile(id));
}

const MOST_BYTES = 262_144;
const ID = v.pipe(v.string(), v.check(isId));
const OBJECT = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/));

const schema = v.object({
  id: ID,
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

function parseRecord(text: string): Checkpoint | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // Cut short or damaged: as if there were none.
  }
}
