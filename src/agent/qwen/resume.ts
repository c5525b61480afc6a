import { join } from "node:path";
import { listFolder, look } from "../../host/file/foreign-file.js";
import { named } from "../agents.js";
import { textOf } from "../payload/fields.js";
import { firstRow, isSessionName } from "../record/row.js";
import type { Resumable } from "../resume.js";
import { hooksDisabled, isSetUp, scopesOf } from "../settings/hook-settings.js";
import { worded } from "./agent.js";
import { recordFolder } from "./folder.js";
import { HOOK_TABLE, settingsPath } from "./setup.js";

// The first row names the folder and holds the first prompt.
const MAX_HEAD_BYTES = 256 << 10;

export const qwenResume: Resumable = {
  ...named("qwen"),
  program: "qwen",

  folderOf(session, known, env) {
    if (!isSessionName(session)) return undefined;
    const root = recordFolder(env);
    for (const name of listFolder(root)) {
      const row = firstRow(join(root, name, "chats", `${session}.jsonl`), MAX_HEAD_BYTES);
      if (row === undefined) continue;
      // Qwen Code finds it only from the folder it is filed under.
      const folder = [...known, textOf(row["cwd"])].find(
        (path) => path !== undefined && filed(path) === name && look(path)?.isDirectory(),
      );
      if (folder !== undefined) return folder;
    }
    return undefined;
  },

  again: (session) => ["--resume", session],
  fresh: () => [],

  worded,
  isConnected: (root, env) =>
    scopesOf(root, env).some((scope) => isSetUp(settingsPath(env, scope), HOOK_TABLE, hooksDisabled)),
};

/** Everything except ASCII letters and digits becomes a dash. */
function filed(path: string): string {
  return (process.platform === "win32" ? path.toLowerCase() : path).replace(/[^a-zA-Z0-9]/g, "-");
}
