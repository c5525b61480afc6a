import { statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../host/clock.js";
import { isSecureFolder } from "../host/file/folder.js";
import { listFolder } from "../host/file/foreign-file.js";

const DAY_FILE = /^\d{4,6}-\d\d-\d\d\.jsonl$/;
const PART_FILE = /^\d{4,6}-\d\d-\d\d\.\d{1,6}\.jsonl\.gz$/;

/** The folder for compressed days. Hooks never have to list it. */
export const ARCHIVE = "archive";

export function journalFolder(home: string): string {
  return `${home}/journal`;
}

export function dayFile(at: number): string {
  return `${utcDay(at)}.jsonl`;
}

/**
 * The day of a time as `2026-11-15`. Computed from days since 0000-03-01 in cycles of 400 years: the first use of
 * Date's formatting makes Node look up the time zone, which takes a hook longer than all its writing.
 */
export function utcDay(at: number): string {
  const days = Math.floor((Number.isFinite(at) ? Math.max(0, at) : 0) / DAY_MS) + 719_468;
  const era = Math.floor(days / 146_097);
  const day = days - era * 146_097;
  const year = Math.floor(
    (day - Math.floor(day / 1_460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365,
  );
  const rest = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * rest + 2) / 153);
  const date = rest - Math.floor((153 * month + 2) / 5) + 1;
  const calendar = month < 10 ? month + 3 : month - 9;
  return `${pad(year + era * 400 + (calendar <= 2 ? 1 : 0), 4)}-${pad(calendar, 2)}-${pad(date, 2)}`;
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, "0");
}

/** The days that are still written to or not yet compressed, oldest first. */
export function dayFiles(home: string): string[] {
  return list(journalFolder(home), DAY_FILE);
}

/** The compressed parts of older days, oldest first. */
export function archiveFiles(home: string): string[] {
  const folder = join(journalFolder(home), ARCHIVE);
  if (!isSecureFolder(folder)) return [];
  return list(folder, PART_FILE)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => `${ARCHIVE}/${name}`);
}

function list(folder: string, pattern: RegExp): string[] {
  return listFolder(folder)
    .filter((name) => pattern.test(name))
    .sort();
}

/** A text that changes as soon as a file of the journal is rewritten, compressed or removed. */
export function journalState(home: string): string {
  return [...archiveFiles(home), ...dayFiles(home)]
    .map((name) => {
      const stat = statSync(join(journalFolder(home), name), { throwIfNoEntry: false });
      return stat === undefined ? name : `${name} ${stat.ino} ${stat.birthtimeMs}`;
    })
    .join("\n");
}
