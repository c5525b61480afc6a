import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { listFolder, look } from "../../host/file/foreign-file.js";
import { named } from "../agents.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import { wordForShell } from "../payload/recall.js";
import { firstRow } from "../record/row.js";
import type { Resumable } from "../resume.js";
import { isSetUp, scopesOf } from "../settings/hook-settings.js";
import { codexFolder } from "./folder.js";
import { HOOK_TABLE, hooksPath } from "./setup.js";

// Never an option or a path.
const SESSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// The first row names the folder and holds the model's whole instructions.
const MAX_HEAD_BYTES = 256 << 10;

export const codexResume: Resumable = {
  ...named("codex"),
  program: "codex",

  folderOf(session, known, env) {
    const record = recordOf(session, env);
    if (record === undefined) return undefined;
    const { type, payload } = firstRow(record, MAX_HEAD_BYTES) ?? {};
    const began = type === "session_meta" ? textOf(fieldsOf(payload)["cwd"]) : undefined;
    // Codex can resume a session anywhere; prefer its own folder.
    return [...(began === undefined ? [] : [began]), ...known].find((path) => look(path)?.isDirectory());
  },

  again: (session) => ["resume", session],
  fresh: () => [],

  worded: wordForShell,
  isConnected: (root, env) => scopesOf(root, env).some((scope) => isSetUp(hooksPath(scope, env), HOOK_TABLE)),
};

/** `sessions/YYYY/MM/DD/rollout-<time>-<session>.jsonl`, the newest days first. */
function recordOf(session: string, env: Env): string | undefined {
  if (!SESSION.test(session)) return undefined;
  let folders = [join(codexFolder(env), "sessions")];
  for (let depth = 0; depth < 3; depth++)
    folders = folders.flatMap((folder) => numbered(folder).map((name) => join(folder, name)));
  for (const folder of folders) {
    const name = listFolder(folder).find(
      (file) => file.startsWith("rollout-") && file.endsWith(`-${session}.jsonl`),
    );
    if (name !== undefined) return join(folder, name);
  }
  return undefined;
}

function numbered(folder: string): string[] {
  return listFolder(folder)
    .filter((name) => /^\d{2,4}$/.test(name))
    .sort()
    .reverse();
}
