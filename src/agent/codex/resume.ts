import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { look, readStart } from "../../host/foreign-file.js";
import { readUserFile } from "../../host/user-file.js";
import { textOf } from "../payload/fields.js";
import type { Resumable } from "../resume.js";
import { installedHooks } from "../settings/hook-settings.js";
import { codexFolder } from "./folder.js";
import { readRow } from "./rollout.js";
import { HOOK_TABLE, hooksPath } from "./setup.js";

// Never one that the program would take for an option, or a folder for another.
const SESSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// The first row names the folder; it carries the whole of the model's instructions.
const HEAD = 256 << 10;

export const codexResume: Resumable = {
  name: "codex",
  title: "Codex",
  program: "codex",

  folderOf(session, known, env) {
    const record = recordOf(session, env);
    if (record === undefined) return undefined;
    const [first = ""] = (readStart(record, HEAD)?.toString("utf8") ?? "").split("\n", 1);
    const { type, payload } = readRow(first);
    const began = type === "session_meta" ? textOf(payload["cwd"]) : undefined;
    // Codex goes on with a session from anywhere: its own folder first.
    return [...(began === undefined ? [] : [began]), ...known].find((path) => look(path)?.isDirectory());
  },

  again: (session) => ["resume", session],
  fresh: () => [],

  isConnected(root, env) {
    const files = [
      hooksPath({ is: "user", home: userHome(env) }, env),
      hooksPath({ is: "project", root }, env),
    ];
    return files.some((path) => {
      try {
        const text = readUserFile(path)?.toString("utf8") ?? "";
        return installedHooks(text, HOOK_TABLE.agent).length > 0;
      } catch {
        return false; // Unreadable settings are the doctor's to report.
      }
    });
  },
};

/** `sessions/YYYY/MM/DD/rollout-<time>-<session>.jsonl`, the newest days first. */
function recordOf(session: string, env: Env): string | undefined {
  if (!SESSION.test(session)) return undefined;
  let folders = [join(codexFolder(env), "sessions")];
  for (let depth = 0; depth < 3; depth++)
    folders = folders.flatMap((folder) => numbered(folder).map((name) => join(folder, name)));
  for (const folder of folders) {
    const name = namesIn(folder).find(
      (file) => file.startsWith("rollout-") && file.endsWith(`-${session}.jsonl`),
    );
    if (name !== undefined) return join(folder, name);
  }
  return undefined;
}

function numbered(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^\d{2,4}$/.test(name))
    .sort()
    .reverse();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Not there, or no folder: Codex has never worked here.
  }
}
