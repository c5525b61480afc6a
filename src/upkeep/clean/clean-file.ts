import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSecureFolder } from "../../host/file/folder.js";
import { installedProgram, programFolder } from "../../host/program.js";
import { bytesOf } from "./usage.js";

/** A file or folder of the data folder that can be done without. */
export interface SpareFile {
  /** Below the data folder. */
  readonly name: string;
  readonly kind: "answer" | "program copy" | "damaged database";
  readonly bytes: number;
  /** It has had its time, whatever the quota says. */
  readonly isOutdated: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** Answers of recall, copies of the program that no hook runs, and databases that were set aside damaged. */
export function spareFiles(home: string, now: number): SpareFile[] {
  return [...answers(home, now), ...programs(home, now), ...damaged(home, now)];
}

function answers(home: string, now: number): SpareFile[] {
  return namesIn(join(home, "recall")).flatMap((name) => spare(home, `recall/${name}`, "answer", now, DAY));
}

function programs(home: string, now: number): SpareFile[] {
  const used = installedProgram(home);
  if (used === undefined) return [];
  return (
    namesIn(programFolder(home))
      .filter((name) => name !== used && name !== "hook.cjs")
      .flatMap((name) => spare(home, `program/${name}`, "program copy", now, HOUR))
      // A young one may be an init at work.
      .filter(({ isOutdated }) => isOutdated)
  );
}

function damaged(home: string, now: number): SpareFile[] {
  return namesIn(home)
    .filter((name) => name.startsWith("tidemark.db.damaged"))
    .flatMap((name) => spare(home, name, "damaged database", now, MONTH));
}

function spare(home: string, name: string, kind: SpareFile["kind"], now: number, age: number): SpareFile[] {
  const stat = lstatSync(join(home, name), { throwIfNoEntry: false });
  if (stat === undefined || stat.isSymbolicLink()) return [];
  return [{ name, kind, bytes: bytesOf(join(home, name)), isOutdated: now - stat.mtimeMs > age }];
}

function namesIn(folder: string): string[] {
  return isSecureFolder(folder) ? readdirSync(folder).sort() : [];
}
