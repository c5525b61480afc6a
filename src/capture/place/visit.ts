import type { Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { secureFolder } from "../../host/file/folder.js";
import { look } from "../../host/file/foreign-file.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import type { Place } from "../../host/git/git.js";
import { isRef, isSha, readLine } from "../../host/git/git-ref.js";
import { hash64 } from "./path.js";

const MOST = 8_192;
/** A note that was damaged must not name a project of its own. */
const PROJECT = /^p[0-9a-f]{16}$/;

/** A project and the place it was met at. */
export interface Visit {
  readonly project: string;
  readonly place: Place;
}

/** How well a visit must be known. */
interface Closeness {
  /** Is there something new to learn of the repository? Asked where a session starts. */
  readonly isCertain: boolean;
  readonly withHead: boolean;
}

/**
 * Where a folder belongs, as an earlier close look found it out. Most hook calls come from the same few folders and have
 * a millisecond: they trust this note while the folder looks the same, and read the branch.
 */
export function recallVisit(
  home: string,
  cwd: string,
  { isCertain, withHead }: Closeness,
): Visit | undefined {
  const lines = readPrivate(visitFile(home, cwd), MOST)?.split("\n") ?? [];
  const [noted, project, root, gitDir, commonDir, sight, config] = lines;
  if (noted !== cwd || !PROJECT.test(project ?? "") || !project || !root || sight !== sightOf(cwd).text)
    return undefined;
  if (!gitDir || !commonDir) return { project, place: { root } };
  if (isCertain && config !== configSight(commonDir)) return undefined;
  const head = readLine(`${gitDir}/HEAD`);
  if (head === undefined) return undefined;
  if (isSha(head)) return { project, place: { root, gitDir, commonDir, head } };
  const ref = head.startsWith("ref: ") ? head.slice("ref: ".length) : "";
  if (!ref.startsWith("refs/heads/") || !isRef(ref)) return undefined;
  const branch = ref.slice("refs/heads/".length);
  if (!withHead) return { project, place: { root, gitDir, commonDir, branch } };
  const sha = readLine(`${commonDir}/${ref}`);
  // A packed ref takes a search: that is the close look's business, and so is whatever else is out of the ordinary.
  return sha !== undefined && isSha(sha)
    ? { project, place: { root, gitDir, commonDir, branch, head: sha } }
    : undefined;
}

/** `sight` is from before the close look: what changed meanwhile is then noticed the next time. */
export function noteVisit(home: string, cwd: string, { project, place }: Visit, sight: Sight): void {
  const { root, gitDir = "", commonDir = "" } = place;
  // Something named `.git` that is no repository, or not one for this folder, may become one unseen.
  if (sight.top !== (commonDir === "" ? undefined : root)) return;
  const config = commonDir === "" ? "" : configSight(commonDir);
  const lines = [cwd, project, root, gitDir, commonDir, sight.text, config];
  if (lines.some((line) => line.includes("\n"))) return; // Not worth a format: such a folder is looked at each time.
  secureFolder(home);
  secureFolder(`${home}/place`);
  const text = lines.join("\n");
  if (readPrivate(visitFile(home, cwd), MOST) !== text) replacePrivate(visitFile(home, cwd), text);
}

function visitFile(home: string, cwd: string): string {
  return `${home}/place/${hash64(cwd)}.visit`;
}

/** What a folder looks like from the outside. */
interface Sight {
  /** The nearest folder, itself or above, that has something named `.git` in it. */
  readonly top: string | undefined;
  /** Changes when another `.git` is the nearest, and for a plain folder with itself and its id file. */
  readonly text: string;
}

const DEEPEST = 128;

/** As long as it is the same, so is the project. In the top of a work tree it takes one look. */
export function sightOf(cwd: string): Sight {
  let folder = resolve(cwd);
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const git = look(join(folder, ".git"));
    if (git !== undefined) return { top: folder, text: `${spot(git)} ${folder}` };
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return { top: undefined, text: `${spot(look(cwd))} ${change(look(join(cwd, ".tidemark-id")))}` };
}

/** Changes when there may be something to learn of a repository: a remote. */
function configSight(commonDir: string): string {
  return `${spot(look(commonDir))} ${change(look(join(commonDir, "config")))}`;
}

function spot(stat: Stats | undefined): string {
  return `${stat?.ino}@${stat?.birthtimeMs}`;
}

function change(stat: Stats | undefined): string {
  return `${stat?.mtimeMs}+${stat?.size}`;
}
