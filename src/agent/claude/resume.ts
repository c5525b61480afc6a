import { join } from "node:path";
import { userHome } from "../../host/env.js";
import { listEntries, look, readStart } from "../../host/file/foreign-file.js";
import { named } from "../agents.js";
import { isSessionName } from "../record/row.js";
import type { Resumable } from "../resume.js";
import { hooksDisabled, isSetUp, scopesOf } from "../settings/hook-settings.js";
import { configFolder } from "./folder.js";
import { HOOK_TABLE, pluginHooks, settingsPath } from "./setup.js";

// Claude Code cuts longer names and appends a hash.
const MAX_FOLDER_NAME_CHARS = 200;
// The first rows name the folder; some hold whole requests.
const MAX_HEAD_BYTES = 256 << 10;
const FOLDER = /"cwd":("(?:[^"\\]|\\.)*")/g;

export const claudeResume: Resumable = {
  ...named("claude"),
  program: "claude",

  folderOf(session, known, env) {
    if (!isSessionName(session)) return undefined;
    const root = join(configFolder(env, userHome(env)), "projects");
    for (const { name } of listEntries(root).filter((entry) => entry.isDirectory())) {
      const head = readStart(join(root, name, `${session}.jsonl`), MAX_HEAD_BYTES);
      if (head === undefined || head.length === 0) continue;
      // Claude Code finds it only from the folder it is filed under.
      const folder = [...known, ...namedIn(head.toString("utf8"))].find(
        (path) => isFiledUnder(path, name) && look(path)?.isDirectory(),
      );
      if (folder !== undefined) return folder;
    }
    return undefined;
  },

  again: (session) => ["--resume", session],
  fresh: () => [],

  isConnected: (root, env) =>
    pluginHooks(env).length > 0 ||
    scopesOf(root, env).some((scope) => isSetUp(settingsPath(env, scope), HOOK_TABLE, hooksDisabled)),
};

/** Everything except ASCII letters and digits becomes a dash. */
function isFiledUnder(path: string, name: string): boolean {
  const filed = path.replace(/[^a-zA-Z0-9]/g, "-");
  return filed.length <= MAX_FOLDER_NAME_CHARS
    ? filed === name
    : name.startsWith(`${filed.slice(0, MAX_FOLDER_NAME_CHARS)}-`);
}

function namedIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, quoted = ""] of text.matchAll(FOLDER)) {
    try {
      const path: unknown = JSON.parse(quoted);
      if (typeof path === "string") found.add(path);
    } catch {
      // Cut off, or not JSON.
    }
  }
  return found;
}
