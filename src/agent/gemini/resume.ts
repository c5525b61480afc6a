import { join } from "node:path";
import { listFolder, look, readStart } from "../../host/file/foreign-file.js";
import { named } from "../agents.js";
import { isSessionName } from "../record/row.js";
import type { Resumable } from "../resume.js";
import { isSetUp, scopesOf } from "../settings/hook-settings.js";
import { worded } from "./agent.js";
import { configFolder } from "./folder.js";
import { HOOK_TABLE, hooksDisabled, settingsPath } from "./setup.js";

const MAX_HEAD_BYTES = 4 << 10;
const MAX_PATH_BYTES = 4_096;

export const geminiResume: Resumable = {
  ...named("gemini"),
  program: "gemini",

  folderOf(session, _known, env) {
    if (!isSessionName(session)) return undefined;
    const root = join(configFolder(env), "tmp");
    // Each project has a folder with a made-up name and a note of its real path.
    const project = listFolder(root).find((name) => hasRecord(join(root, name, "chats"), session));
    if (project === undefined) return undefined;
    const folder = readStart(join(root, project, ".project_root"), MAX_PATH_BYTES)
      ?.toString("utf8")
      .trim();
    return folder && look(folder)?.isDirectory() ? folder : undefined;
  },

  again: (session) => ["--resume", session],
  fresh: () => [],

  worded,
  isConnected: (root, env) =>
    scopesOf(root, env).some((scope) => isSetUp(settingsPath(env, scope), HOOK_TABLE, hooksDisabled)),
};

/** The name of a record contains its start time and the start of the session id. */
function hasRecord(chats: string, session: string): boolean {
  return listFolder(chats)
    .filter((name) => name.endsWith(`-${session.slice(0, 8)}.jsonl`))
    .some((name) => readStart(join(chats, name), MAX_HEAD_BYTES)?.includes(`"sessionId":"${session}"`));
}
