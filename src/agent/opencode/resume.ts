import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { look } from "../../host/file/foreign-file.js";
import { isEntryAt } from "../plugin/entry-file.js";
import type { Resumable } from "../resume.js";
import { scopesOf } from "../settings/hook-settings.js";
import { dataFolder, type Flavour, KILO, OPENCODE } from "./folder.js";
import { pluginPath } from "./setup.js";

const SESSION = /^ses_[A-Za-z0-9]{8,80}$/;

export const opencodeResume: Resumable = resumeOf(OPENCODE);
export const kiloResume: Resumable = resumeOf(KILO);

function resumeOf(flavour: Flavour): Resumable {
  return {
    name: flavour.name,
    title: flavour.title,
    program: flavour.name,
    // The database has no folders to query, so take one in which the session was seen.
    folderOf: (session, known, env) =>
      SESSION.test(session) && hasRecord(flavour, session, env)
        ? known.find((path) => look(path)?.isDirectory())
        : undefined,
    again: (session) => ["--session", session],
    fresh: () => [],
    isConnected: (root, env) =>
      scopesOf(root, env).some((scope) => isEntryAt(pluginPath(flavour, scope, env))),
  };
}

const CHUNK_BYTES = 4 << 20;

/** Looks for the session id in the bytes of the database: not every Node can open it, and only OpenCode should. */
function hasRecord(flavour: Flavour, session: string, env: Env): boolean {
  const database = join(dataFolder(flavour, env), `${flavour.name}.db`);
  // Recent changes are in the write-ahead log.
  return [database, `${database}-wal`].some((path) => contains(path, Buffer.from(session)));
}

function contains(path: string, wanted: Buffer): boolean {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return false; // OpenCode was never used here.
  }
  try {
    if (!fstatSync(fd).isFile()) return false;
    const buffer = Buffer.alloc(CHUNK_BYTES + wanted.length);
    let kept = 0;
    for (;;) {
      const got = readSync(fd, buffer, kept, CHUNK_BYTES, null);
      if (got === 0) return false;
      const filled = kept + got;
      if (buffer.subarray(0, filled).includes(wanted)) return true;
      // The id may span two chunks.
      kept = Math.min(filled, wanted.length - 1);
      buffer.copy(buffer, 0, filled - kept, filled);
    }
  } catch {
    return false; // Unreadable: then the session cannot be resumed either.
  } finally {
    closeSync(fd);
  }
}
