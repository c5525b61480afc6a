import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { namesBelow } from "../../host/file/plain-files.js";
import { type FileRow, readRows } from "../../host/file/read-rows.js";
import { named } from "../agents.js";
import type { OpenPast, Past, PastRecord, PastRow } from "../past.js";
import type { Fields } from "../payload/fields.js";
import { flawOf, type PastFiles, pastFiles } from "../record/past-files.js";
import { parseRow } from "../record/row.js";
import { codexFolder } from "./folder.js";
import { PastReading } from "./past-reading.js";
/** Codex's rollouts: `sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl` and `archived_sessions/`. */
export const codexPast: Past = {
  ...named("codex"),
  find: (env, _, path) =>
    path === undefined
      ? FOLDERS.flatMap((folder) => pastFiles(filesOf(env, folder), path))
      : pastFiles(filesOf(env, ""), path),
  count: (env) =>
    FOLDERS.reduce((sum, folder) => {
      const { root, depth, isNamed } = filesOf(env, folder);
      return sum + [...namesBelow(root, depth, isNamed)].length;
    }, 0),
  read: readRecord,
  flaw: flawOf,
};

const FOLDERS = ["sessions", "archived_sessions"];

function* readRecord(
  { path }: PastRecord,
  from: number,
  _: OpenPast,
  onBad?: () => void,
): Generator<PastRow> {
  const reading = new PastReading();
  // The first row names the session and folder of the others.
  if (from > 0) {
    for (const row of readRows(path, 0, isFirst)) {
      const fields = parseRow(row.bytes);
      if (fields !== undefined) reading.begin(fields);
      break;
    }
  }
  for (const row of readRows(path, from, mayMatter)) {
    const fields = parseRow(row.bytes);
    if (fields === undefined && row.isOpen) break;
    if (fields === undefined) onBad?.();
    else yield* hear(reading, fields, row);
  }
  yield* reading.end();
}

function* hear(reading: PastReading, fields: Fields, { offset, end }: FileRow): Generator<PastRow> {
  if (fields["type"] === "session_meta") reading.begin(fields);
  else yield* reading.hear(fields, offset, end);
}

const MATTERS =
  /"type":\s*"(?:session_meta|turn_context|compacted|(?:event_msg",\s*"payload":\s*\{\s*"type":\s*"(?:task_complete|turn_aborted|task_started)|response_item",\s*"payload":\s*\{\s*"type":\s*"(?:message|function_call|custom_tool_call|local_shell_call)(?:_output)?))"/;

/** Skips token counts, environment states and duplicates. */
function mayMatter(start: string): boolean {
  return MATTERS.test(start);
}

function isFirst(start: string): boolean {
  return /"type":\s*"session_meta"/.test(start);
}

function filesOf(env: Env, folder: string): PastFiles {
  return {
    root: join(codexFolder(env), folder),
    depth: 4,
    isNamed: (name) => /(?:^|[\\/])rollout-[^\\/]*\.jsonl$/.test(name),
    isOwn: (start) => /^\{[^\n]{0,200}"type":\s*"session_meta"/.test(start),
  };
}
