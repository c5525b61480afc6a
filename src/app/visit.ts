import { join } from "node:path";
import { secureFolder } from "../host/folder.js";
import type { Place } from "../host/git.js";
import { isRef, isSha, readLine } from "../host/git-ref.js";
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
  if (isSha(head)) return { project, place: { root, gitDir, commonDir, head } };
  const ref = head.startsWith("ref: ") ? head.slice("ref: ".length) : "";
  if (!ref.startsWith("refs/heads/") || !isRef(ref)) return undefined;
  const branch = ref.slice("refs/heads/".length);
  if (!withHead) return { project, place: { root, gitDir, commonDir, branch } };
  const sha = readLine(join(commonDir, ref));
  // A packed ref takes a search: that is the close look's business, and so is whatever else is out of the ordinary.
  return sha !== undefined && isSha(sha)
    ? { project, place: { root, gitDir, commonDir, branch, head: sha } }
    : undefined;
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
