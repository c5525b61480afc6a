import { join } from "node:path";
import { userHome } from "../../host/env.js";
import { look, namesIn, readStart } from "../../host/foreign-file.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import type { Resumable } from "../resume.js";
import { isSetUp } from "../settings/hook-settings.js";
import { recordFolder } from "./folder.js";
import { HOOK_TABLE, hooksDisabled, settingsPath } from "./setup.js";

// Never one that the program would take for an option.
const SESSION = /^\w[\w-]{0,99}$/;
// The first row names the folder; it carries the first prompt.
const HEAD = 256 << 10;

export const qwenResume: Resumable = {
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",

  folderOf(session, known, env) {
    if (!SESSION.test(session)) return undefined;
    const root = recordFolder(env);
    for (const name of namesIn(root)) {
      const head = readStart(join(root, name, "chats", `${session}.jsonl`), HEAD)?.toString("utf8");
      if (!head) continue;
      // It is only found again from the folder it is filed under.
      const folder = [...known, ...namedIn(head)].find(
        (path) => filed(path) === name && look(path)?.isDirectory(),
      );
      if (folder !== undefined) return folder;
    }
    return undefined;
  },

  again: (session) => ["--resume", session],
  fresh: () => [],

  isConnected(root, env) {
    const scopes = [{ is: "user", home: userHome(env) } as const, { is: "project", root } as const];
    return scopes.some((scope) => isSetUp(settingsPath(env, scope), HOOK_TABLE, hooksDisabled));
  },
};

/** Every character that is no letter or digit of ASCII stands as a dash. */
function filed(path: string): string {
  return (process.platform === "win32" ? path.toLowerCase() : path).replace(/[^a-zA-Z0-9]/g, "-");
}

function namedIn(head: string): string[] {
  try {
    const cwd = textOf(fieldsOf(JSON.parse(head.slice(0, head.indexOf("\n"))))["cwd"]);
    return cwd === undefined ? [] : [cwd];
  } catch {
    return []; // A row so long that it is cut, or none of Qwen Code's.
  }
}
