import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { dataFolder, type Flavour } from "./folder.js";

const PIECE = 4 << 20;

/**
 * Whether OpenCode still has a session in its database. It is only looked for by its name, in the file's bytes: not every
 * Node can open the database, and nobody but OpenCode should.
 */
export function hasRecord(flavour: Flavour, session: string, env: Env): boolean {
  const database = join(dataFolder(flavour, env), `${flavour.name}.db`);
  // What was written last stands in the second until OpenCode has time.
  return [database, `${database}-wal`].some((path) => contains(path, Buffer.from(session)));
}

function contains(path: string, wanted: Buffer): boolean {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return false; // OpenCode has never worked here.
  }
  try {
    if (!fstatSync(fd).isFile()) return false;
    const buffer = Buffer.alloc(PIECE + wanted.length);
    let kept = 0;
    for (;;) {
      const got = readSync(fd, buffer, kept, PIECE, null);
      if (got === 0) return false;
      const filled = kept + got;
      if (buffer.subarray(0, filled).includes(wanted)) return true;
      // The name may stand across two pieces.
      kept = Math.min(filled, wanted.length - 1);
      buffer.copy(buffer, 0, filled - kept, filled);
    }
  } catch {
    return false; // Unreadable: then it cannot go on either.
  } finally {
    closeSync(fd);
  }
}
