import type { Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readPrivate, replacePrivate, secureFolder } from "../../host/file/folder.js";
import { look } from "../../host/file/foreign-file.js";
import { isRef, isSha, type Place, readLine } from "../../host/git/git.js";
import { hash64 } from "./path.js";

const MAX_NOTE_CHARS = 8_192;

export interface NotedPlace {
  readonly project: string;
  readonly place: Place;
}

interface NoteOptions {
  /** Also reject the note if the repository may have a new remote. */
  readonly isCertain: boolean;
  readonly withHead: boolean;
}

/** Hook calls have a millisecond, so they trust the note about a folder while its fingerprint is the same. */
export function readPlaceNote(
  home: string,
  cwd: string,
  { isCertain, withHead }: NoteOptions,
): NotedPlace | undefined {
  const lines = readPrivate(noteFile(home, cwd), MAX_NOTE_CHARS)?.split("\n") ?? [];
  const [noted, project = "", root, gitDir, commonDir, fingerprint, config] = lines;
  // The note may be damaged.
  if (noted !== cwd || !/^p[0-9a-f]{16}$/.test(project) || !root) return undefined;
  if (fingerprint !== fingerprintOf(cwd).text) return undefined;
  if (!gitDir || !commonDir) return { project, place: { root } };
  if (isCertain && config !== configFingerprint(commonDir)) return undefined;
  const head = readLine(`${gitDir}/HEAD`);
  if (head === undefined) return undefined;
  if (isSha(head)) return { project, place: { root, gitDir, commonDir, head } };
  const ref = head.startsWith("ref: ") ? head.slice("ref: ".length) : "";
  if (!ref.startsWith("refs/heads/") || !isRef(ref)) return undefined;
  const branch = ref.slice("refs/heads/".length);
  if (!withHead) return { project, place: { root, gitDir, commonDir, branch } };
  const sha = readLine(`${commonDir}/${ref}`);
  // Packed refs need a search, so leave them to the full identification.
  return sha !== undefined && isSha(sha)
    ? { project, place: { root, gitDir, commonDir, branch, head: sha } }
    : undefined;
}

/** `fingerprint` is from before the identification, so that a change in between is noticed next time. */
export function writePlaceNote(
  home: string,
  cwd: string,
  { project, place }: NotedPlace,
  fingerprint: Fingerprint,
): void {
  const { root, gitDir = "", commonDir = "" } = place;
  // A `.git` that is not the repository of this folder may become one unnoticed.
  if (fingerprint.top !== (commonDir === "" ? undefined : root)) return;
  const config = commonDir === "" ? "" : configFingerprint(commonDir);
  const lines = [cwd, project, root, gitDir, commonDir, fingerprint.text, config];
  if (lines.some((line) => line.includes("\n"))) return; // Too rare for a format of its own.
  secureFolder(home);
  secureFolder(`${home}/place`);
  const text = lines.join("\n");
  const file = noteFile(home, cwd);
  if (readPrivate(file, MAX_NOTE_CHARS) !== text) replacePrivate(file, text);
}

function noteFile(home: string, cwd: string): string {
  return `${home}/place/${hash64(cwd)}.visit`;
}

interface Fingerprint {
  /** The nearest folder with a `.git`, itself or above. */
  readonly top: string | undefined;
  /** Changes with the nearest `.git`, or with a plain folder and its id file. */
  readonly text: string;
}

/** While the fingerprint of a folder is the same, so is its project. */
export function fingerprintOf(cwd: string): Fingerprint {
  let folder = resolve(cwd);
  for (let depth = 0; depth < 128; depth += 1) {
    const git = look(join(folder, ".git"));
    if (git !== undefined) return { top: folder, text: `${inode(git)} ${folder}` };
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return { top: undefined, text: `${inode(look(cwd))} ${version(look(join(cwd, ".tidemark-id")))}` };
}

/** Changes if the repository may have a new remote. */
function configFingerprint(commonDir: string): string {
  return `${inode(look(commonDir))} ${version(look(join(commonDir, "config")))}`;
}

function inode(stat: Stats | undefined): string {
  return `${stat?.ino}@${stat?.birthtimeMs}`;
}

function version(stat: Stats | undefined): string {
  return `${stat?.mtimeMs}+${stat?.size}`;
}
