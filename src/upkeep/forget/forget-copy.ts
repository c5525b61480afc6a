import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { forgetKnown } from "../../capture/place/place-cache.js";
import { backupFolder, dropBackup, readBackups } from "../../host/file/backup.js";
import { replacePrivate } from "../../host/file/private-file.js";

/** What is in the data folder beside journal, database and checkpoints, and holds what is to be forgotten. */
export interface Copies {
  /** Relative to the data folder. They go, or go without it. */
  readonly found: readonly string[];
  /** What belongs to the user and stays as it is. */
  readonly left: readonly string[];
}

export interface Search {
  readonly isIn: (text: string) => boolean;
  /** Find only, change nothing. */
  readonly isTrial?: boolean;
}

/** Takes something out of all other files of the data folder: answers, notes, places, backups, what was left behind. */
export function forgetCopies(home: string, { isIn, isTrial = false }: Search): Copies {
  const found: string[] = [];
  const left: string[] = [];
  for (const name of filesIn(home, "")) {
    const kind = kindOf(name);
    if (kind === "apart") continue;
    // An answer or a database that was set aside holds more than can be looked through.
    if (kind !== "whole" && !isIn(readFileSync(join(home, name), "utf8")) && !isIn(name)) continue;
    if (kind === "theirs") left.push(name);
    else {
      found.push(name);
      if (!isTrial) forgetIn(home, name, kind, isIn);
    }
  }
  return { found, left };
}

type Kind = "apart" | "theirs" | "whole" | "cache" | "log" | "known" | "backup";

function kindOf(name: string): Kind {
  if (/^(?:journal|checkpoint|program|model|node_modules)\//.test(name)) return "apart";
  if (/^tidemark\.db\.(?:damaged|old)/.test(name) || name.startsWith("recall/")) return "whole";
  // It says only by their hashes what was imported, so that nothing that was forgotten is imported again.
  if (name.startsWith("import/")) return "apart";
  // The list of exports is written anew with them.
  if (/^(?:tidemark\.db(?:-.*)?|device|tended|export\.json|.*\.lock|forget\.unfinished)$/.test(name))
    return "apart";
  if (name.startsWith("log/")) return "log";
  if (name === "project.json") return "known";
  if (name.startsWith("backup/")) return "backup";
  if (name.startsWith("place/") || name.startsWith("count/") || /\.\d+\.[0-9a-z]+$/.test(name))
    return "cache";
  return "theirs";
}

function forgetIn(home: string, name: string, kind: Kind, isIn: (text: string) => boolean): void {
  const path = join(home, name);
  switch (kind) {
    case "log": {
      const lines = readFileSync(path, "utf8").split("\n");
      replacePrivate(path, lines.filter((line) => !isIn(line)).join("\n"));
      return;
    }
    case "known":
      forgetKnown(home, (text) => !isIn(text));
      return;
    case "backup":
      forgetBackups(home, isIn);
      return;
    default:
      rmSync(path, { force: true });
  }
}

/** Without its original, a file of the user's loses our hooks by being edited: `remove` needs no backup. */
function forgetBackups(home: string, isIn: (text: string) => boolean): void {
  for (const { path, original } of readBackups(home)) {
    const text = original === undefined ? "" : readFileSync(join(backupFolder(home), original), "utf8");
    if (isIn(text) || isIn(path)) dropBackup(home, path);
  }
}

/** Plain files alone, by their names below the data folder. */
function filesIn(home: string, folder: string): string[] {
  if (/^(?:checkpoint|program|model|node_modules|journal)$/.test(folder)) return [];
  return readdirSync(join(home, folder)).flatMap((entry) => {
    const name = folder === "" ? entry : `${folder}/${entry}`;
    const stat = lstatSync(join(home, name), { throwIfNoEntry: false });
    if (stat?.isDirectory()) return filesIn(home, name);
    return stat?.isFile() ? [name] : [];
  });
}
