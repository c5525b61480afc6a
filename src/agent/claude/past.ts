import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { namesBelow } from "../../host/file/plain-files.js";
import { readRows } from "../../host/file/read-rows.js";
import { named } from "../agents.js";
import type { OpenPast, Past, PastRecord, PastRow } from "../past.js";
import { flawOf, type PastFiles, pastFiles } from "../record/past-files.js";
import { parseRow } from "../record/row.js";
import { configFolder } from "./folder.js";
import { PastReading } from "./past-reading.js";
/** Claude Code's transcripts: `projects/<folder>/<session>.jsonl`, and those of subagents in `<session>/subagents/`. */
export const claudePast: Past = {
  ...named("claude"),
  find: (env, _, path) => pastFiles(filesOf(env), path),
  count(env) {
    let count = 0;
    for (const path of namesBelow(filesOf(env).root, 2, isTranscript)) count += isOfSubagent(path) ? 0 : 1;
    return count;
  },
  read: readRecord,
  flaw: flawOf,
};

function* readRecord(
  { path }: PastRecord,
  from: number,
  _: OpenPast,
  onBad?: () => void,
): Generator<PastRow> {
  const reading = new PastReading(path);
  for (const row of readRows(path, from, mayMatter)) {
    if (!row.isOpen && (yield* reading.skim(row.bytes, row.offset, row.end))) continue;
    const fields = parseRow(row.bytes);
    if (fields === undefined && row.isOpen) break;
    if (fields === undefined) onBad?.();
    else yield* reading.hear(fields, row.offset, row.end);
  }
  yield* reading.end();
}

/**
 * Most rows are API requests, listings and snapshots: they name their type first or are attachments. The output of hooks
 * is an attachment too.
 */
function mayMatter(start: string): boolean {
  if (/^\{\s*"type":/.test(start)) return /^\{\s*"type":\s*"(?:user|assistant|system)"/.test(start);
  return start.startsWith("{") && !/"attachment":\s*\{/.test(start);
}

function filesOf(env: Env): PastFiles {
  return {
    root: join(configFolder(env, userHome(env)), "projects"),
    depth: 4,
    isNamed: isTranscript,
    isOwn: (start) =>
      /^\{\s*"(?:parentUuid|type|uuid|isSidechain|sessionId)":/.test(start) && SESSION.test(start),
  };
}

const SESSION = /"sessionId":\s*"[^"]*"(?![^\n]*"projectHash":)/;

function isTranscript(name: string): boolean {
  return name.endsWith(".jsonl");
}

function isOfSubagent(path: string): boolean {
  return /[\\/]agent-[^\\/]*$/.test(path);
}
