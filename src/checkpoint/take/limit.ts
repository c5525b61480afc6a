import { statSync } from "node:fs";
import { isWithin } from "../../capture/place/path.js";
import { configuredIfReadable } from "../../home/config.js";
import { type Env, userHome } from "../../host/env.js";
import { realPath } from "../../host/file/foreign-file.js";
import { unableToKeep } from "../shadow/shadow.js";

/** The limits of a checkpoint, so that a folder named by mistake does not fill the disk. */
export interface Limits {
  /** Larger files are left out and named. */
  readonly largestFile: number;
  /** New bytes and files of one checkpoint. Beyond them none is made. */
  readonly bytes: number;
  readonly files: number;
  readonly listing: number;
}

const MEGABYTE = 1_048_576;

/** A folder without git gets less. */
export function limitsOf(home: string, hasGit: boolean): Limits {
  const largestFile = (configuredIfReadable(home, "checkpoint.largestMegabytes") ?? 50) * MEGABYTE;
  return hasGit
    ? { largestFile, bytes: 5_000 * MEGABYTE, files: 2_000_000, listing: 300_000 }
    : { largestFile, bytes: 1_000 * MEGABYTE, files: 20_000, listing: 15_000 };
}

/** Rejects a missing folder, the root of the disk and the home folder: git would only complain about its index. */
export function requireWorkTree(root: string, env: Env): void {
  const stat = statSync(root, { throwIfNoEntry: false });
  if (stat === undefined) throw unableToKeep(`${root} is not there`);
  if (!stat.isDirectory()) throw unableToKeep(`${root} is not a folder`);
  const home = realPath(userHome(env));
  if (isWithin(home, realPath(root))) {
    const what = realPath(root) === home ? "your home folder" : "a folder above your home folder";
    throw unableToKeep(`${root} is ${what}, and not kept whole`);
  }
}
