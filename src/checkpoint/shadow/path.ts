import { lstatSync, type Stats } from "node:fs";
import { systemCode, TidemarkError } from "../../error.js";

/**
 * File names are bytes and not always text. Inside this folder a path is a string with one character per byte
 * (latin1), relative to the root, with slashes; outside it is text as a person reads it.
 */

export function pathBytes(path: string): Buffer {
  return Buffer.from(path, "latin1");
}

export function legiblePath(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

/** For a person: bytes that are no text are shown as `\xff`, so that two names never look the same. */
export function namedPath(path: string): string {
  const text = legiblePath(path);
  if (Buffer.from(text).equals(pathBytes(path))) return text;
  return path.replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** A path within a folder that is itself relative to the root. */
export function below(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

/** The full path for system calls. */
export function fullPath(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(path === "" ? root : `${root}/`), pathBytes(path)]);
}

/** The folders above a path, nearest first, without the root itself. */
export function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    above.push(path.slice(0, at));
  return above;
}

/** Splits output of git that was asked for with `-z`. */
export function splitNul(output: Buffer): string[] {
  const text = output.toString("latin1");
  return text === "" ? [] : text.slice(0, text.endsWith("\0") ? -1 : undefined).split("\0");
}

export function joinNul(paths: readonly string[]): Buffer {
  return pathBytes(paths.map((path) => `${path}\0`).join(""));
}

/** Accepts the paths that a person named and everything below them. Without names it accepts all paths. */
export function pathFilter(paths: readonly string[] | undefined): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const named = new Set(paths.map(parsePath));
  if (named.has("")) return () => true;
  return (path) => named.has(path) || foldersAbove(path).some((folder) => named.has(folder));
}

/** Converts a path that a person typed into the form of this folder. "" is the root. */
export function parsePath(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (path.startsWith("/") || path.includes("\0") || names.includes("..")) {
    throw new TidemarkError("bad-argument", `${path} is not a path inside the work tree.`, {
      hint: "Name files and folders inside the work tree; paths are relative to where you stand.",
    });
  }
  return Buffer.from(names.join("/")).toString("latin1");
}

export function statPath(folder: string, path: string): Stats | "gone" | "closed" {
  try {
    return lstatSync(fullPath(folder, path));
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(systemCode(error)) ? "gone" : "closed";
  }
}

/** Whether a folder above the path is a link: whatever is behind it does not belong to this work tree. */
export function linkedParents(folder: string): (path: string) => boolean {
  const isLink = new Map<string, boolean>();
  return (path) =>
    foldersAbove(path).some((above) => {
      const known = isLink.get(above);
      if (known !== undefined) return known;
      const stat = statPath(folder, above);
      const answer = typeof stat === "object" && stat.isSymbolicLink();
      isLink.set(above, answer);
      return answer;
    });
}

export function permissionsOf(stat: Stats): number {
  return stat.mode & 0o7777;
}
