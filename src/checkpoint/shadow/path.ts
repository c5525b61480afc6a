import { TidemarkError } from "../../error.js";

/**
 * Names of files are bytes, and not always text. Inside this folder a path is a string with one character a byte
 * (latin1), relative to the root, with slashes; outside it is text as a person reads it.
 */

export function pathBytes(path: string): Buffer {
  return Buffer.from(path, "latin1");
}

export function legiblePath(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

/** For a person: bytes that are no text stand as `\xff`, so that two names do not look the same. */
export function namedPath(path: string): string {
  const text = legiblePath(path);
  if (Buffer.from(text).equals(pathBytes(path))) return text;
  return path.replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** A path within a folder that is itself relative to the root. */
export function below(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

/** The full path for calls to the system. */
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

/** Splits what git lists with `-z`. */
export function splitNul(output: Buffer): string[] {
  const text = output.toString("latin1");
  return text === "" ? [] : text.slice(0, text.endsWith("\0") ? -1 : undefined).split("\0");
}

export function joinNul(paths: readonly string[]): Buffer {
  return pathBytes(paths.map((path) => `${path}\0`).join(""));
}

/** Whether a path is one of those a person named, or lies below one; everything is where none was named. */
export function asked(paths: readonly string[] | undefined): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const named = new Set(paths.map(readAsked));
  if (named.has("")) return () => true;
  return (path) => named.has(path) || foldersAbove(path).some((folder) => named.has(folder));
}

/** A path as somebody wrote it, in the form of this folder. "" is the root. */
export function readAsked(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (path.startsWith("/") || path.includes("\0") || names.includes("..")) {
    throw new TidemarkError("bad-argument", `${path} is not a path inside the work tree.`, {
      hint: "Name files and folders inside the work tree; paths are relative to where you stand.",
    });
  }
  return Buffer.from(names.join("/")).toString("latin1");
}
