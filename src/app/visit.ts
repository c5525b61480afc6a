import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secureFolder } from "../host/folder.js";
import type { Place } from "../host/git.js";
import { readPrivate, replacePrivate } from "../host/private-file.js";
import { hash64 } from "../project/hash.js";

/** A project and the place it was met at. */
export interface Visit {
  readonly project: string;
  readonly place: Place;
}

/**
 * Where a folder belongs, as the session's start found it out. Most hook calls come from the same few folders and have
 * a millisecond: they trust this note, read the branch, and leave the close look to the next start.
 */
export function recallVisit(home: string, cwd: string, withHead: boolean): Visit | undefined {
  const [noted, project, root, gitDir, commonDir] =
    readPrivate(visitFile(home, cwd), 4_096)?.split("\n") ?? [];
  if (noted !== cwd || !project || !root) return undefined;
  if (!gitDir || !commonDir) return { project, place: { root } };
  const head = readLine(join(gitDir, "HEAD"));
  if (head === undefined) return undefined;
  if (!head.startsWith("ref: refs/heads/")) return { project, place: { root, gitDir, commonDir, head } };
  const branch = head.slice("ref: refs/heads/".length);
  const sha = withHead ? readLine(join(commonDir, "refs", "heads", branch)) : undefined;
  // A packed ref takes a search: that is the close look's business.
  if (withHead && sha === undefined) return undefined;
  return { project, place: { root, gitDir, commonDir, branch, ...(sha === undefined ? {} : { head: sha }) } };
}

export function noteVisit(home: string, cwd: string, { project, place }: Visit): void {
  const { root, gitDir = "", commonDir = "" } = place;
  const lines = [cwd, project, root, gitDir, commonDir];
  if (lines.some((line) => line.includes("\n"))) return; // Not worth a format: such a folder is looked at each time.
  secureFolder(home);
  secureFolder(join(home, "place"));
  const text = lines.join("\n");
  if (readPrivate(visitFile(home, cwd), 4_096) !== text) replacePrivate(visitFile(home, cwd), text);
}

function visitFile(home: string, cwd: string): string {
  return join(home, "place", `${hash64(cwd)}.visit`);
}

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1").slice(0, 1_024).trimEnd();
  } catch {
    return undefined; // Moved or removed since: the place must be looked at again.
  }
}
