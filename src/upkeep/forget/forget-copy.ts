import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { forgetKnown } from "../../capture/place/place-cache.js";
import { backupFolder, dropBackup, readBackups } from "../../host/file/backup.js";
import { replacePrivate } from "../../host/file/folder.js";

interface Copies {
  /** Relative to the data folder. They are removed or changed. */
  readonly found: readonly string[];
  /** Files of the user, which stay as they are. */
  readonly left: readonly string[];
}

/** Forgets something in the files beside journal, database and checkpoints: answers, logs, caches, backups. */
export function forgetCopies(home: string, isIn: (text: string) => boolean, isTrial = false): Copies {
  const found: string[] = [];
  const left: string[] = [];
  for (const name of filesIn(home, "")) {
    const kind = copyKind(name);
    if (kind === "skipped") continue;
    // Answers and databases that were set aside are removed without a search.
    if (kind !== "whole" && !isIn(readFileSync(join(home, name), "utf8")) && !isIn(name)) continue;
    if (kind === "user") left.push(name);
    else {
      found.push(name);
      if (!isTrial) forgetIn(home, name, kind, isIn);
    }
  }
  return { found, left };
}

type Kind = "skipped" | "user" | "whole" | "cache" | "log" | "known" | "backup";

function copyKind(name: string): Kind {
  if (/^(?:journal|checkpoint|program|model|node_modules)\//.test(name)) return "skipped";
  if (/^tidemark\.db\.(?:damaged|old)/.test(name) || name.startsWith("recall/")) return "whole";
  // Imports are noted as hashes only, so that nothing forgotten is imported again.
  if (name.startsWith("import/")) return "skipped";
  // The list of exports is rewritten with them.
  if (/^(?:tidemark\.db(?:-.*)?|device|tended|export\.json|.*\.lock|forget\.unfinished)$/.test(name))
    return "skipped";
  if (name.startsWith("log/")) return "log";
  if (name === "project.json") return "known";
  if (name.startsWith("backup/")) return "backup";
  if (name.startsWith("place/") || name.startsWith("count/") || /\.\d+\.[0-9a-z]+$/.test(name))
    return "cache";
  return "user";
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

/** `remove` works without a backup too, by editing the file. */
function forgetBackups(home: string, isIn: (text: string) => boolean): void {
  for (const { path, original } of readBackups(home)) {
    const text = original === undefined ? "" : readFileSync(join(backupFolder(home), original), "utf8");
    if (isIn(text) || isIn(path)) dropBackup(home, path);
  }
}

function filesIn(home: string, folder: string): string[] {
  if (/^(?:checkpoint|program|model|node_modules|journal)$/.test(folder)) return [];
  return readdirSync(join(home, folder)).flatMap((entry) => {
    const name = folder === "" ? entry : `${folder}/${entry}`;
    const stat = lstatSync(join(home, name), { throwIfNoEntry: false });
    if (stat?.isDirectory()) return filesIn(home, name);
    return stat?.isFile() ? [name] : [];
  });
}
