import { statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../event/time.js";
import { archiveDay } from "../journal/compress.js";
import { dayFiles, journalFolder, utcDay } from "../journal/file.js";
import type { Store } from "./store/store.js";

export interface Compressed {
  readonly files: number;
  readonly before: number;
  readonly after: number;
}

/** Compresses drained days that are older than `days`. If killed, a day may be there twice, but events count once. */
export function compressOldDays(home: string, store: Store, now: number, days = 7): Compressed {
  const limit = utcDay(now - days * DAY_MS);
  const total = { files: 0, before: 0, after: 0 };
  for (const file of dayFiles(home)) {
    if (file.slice(0, -".jsonl".length) >= limit) continue;
    const path = join(journalFolder(home), file);
    const size = statSync(path).size;
    const cursors = new Map(store.cursors().map((cursor) => [cursor.file, cursor.offset]));
    if ((cursors.get(file) ?? 0) < size) continue;
    const parts = archiveDay(home, file, (name) => cursors.has(name));
    store.transact((writer) => writer.moveFile(file, parts));
    // If a writer with a wrong clock has added to this day, it stays and is compressed later.
    if (statSync(path).size === size) unlinkSync(path);
    total.files++;
    total.before += size;
    total.after += parts.reduce((sum, part) => sum + part.bytes, 0);
  }
  return total;
}
