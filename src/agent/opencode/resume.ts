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
    // The database knows no folder that could be asked for: it is one in which the session was seen.
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

const PIECE = 4 << 20;

/**
 * Whether OpenCode still has a session in its database. It is only looked for by its name, in the file's bytes: not every
 * Node can open the database, and nobody but OpenCode should.
 */
function hasRecord(flavour: Flavour, session: string, env: Env): boolean {
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
