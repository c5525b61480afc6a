import { readdirSync } from "node:fs";
import { join } from "node:path";

const DAY = /^\d{4,6}-\d\d-\d\d\.jsonl$/;
const PART = /^\d{4,6}-\d\d-\d\d\.\d{1,6}\.jsonl\.gz$/;

/** The folder inside the journal for days that are over and compressed; hooks never have to list it. */
export const ARCHIVE = "archive";

export function journalFolder(home: string): string {
  return join(home, "journal");
}

/** The file that takes an event of this time. */
export function dayFile(at: number): string {
  const time = new Date(Number.isFinite(at) ? at : 0);
  const day = Number.isNaN(time.getTime()) ? "1970-01-01" : time.toISOString().slice(0, -14);
  return `${day.replace(/^[+-]/, "")}.jsonl`;
}

/** The days that are still written to or not yet compressed, oldest first. */
export function dayFiles(home: string): string[] {
  return list(journalFolder(home), DAY);
}

/** The compressed parts of older days, oldest first. */
export function archiveFiles(home: string): string[] {
  return list(join(journalFolder(home), ARCHIVE), PART)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => `${ARCHIVE}/${name}`);
}

function list(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort();
  } catch {
    return []; // No such folder yet: nothing was written.
  }
}
