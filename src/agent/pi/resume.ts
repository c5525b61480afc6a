import { join } from "node:path";
import { listFolder, look } from "../../host/file/foreign-file.js";
import { named } from "../agents.js";
import { textOf } from "../payload/fields.js";
import { isEntryAt } from "../plugin/entry-file.js";
import { firstRow } from "../record/row.js";
import type { Resumable } from "../resume.js";
import { scopesOf } from "../settings/hook-settings.js";
import { sessionFolder } from "./folder.js";
import { extensionPath } from "./setup.js";

// Never an option.
const SESSION = /^\w[\w.-]{0,99}$/;
// The first row names the folder.
const MAX_HEAD_BYTES = 16 << 10;

export const piResume: Resumable = {
  ...named("pi"),
  program: "pi",

  folderOf(session, known, env) {
    if (!SESSION.test(session)) return undefined;
    const root = sessionFolder(env);
    const found = recordsOf(root, session).flatMap((path) => folderNamedIn(path, session) ?? []);
    return [...found, ...(found.length > 0 ? known : [])].find((path) => look(path)?.isDirectory());
  },

  again: (session) => ["--session", session],
  fresh: () => [],
  isConnected: (root, env) => scopesOf(root, env).some((scope) => isEntryAt(extensionPath(scope, env))),
};

/** `<project folder>/<time>_<session>.jsonl`, without the folder if the user chose one for all. */
function recordsOf(root: string, session: string): string[] {
  const end = `_${session}.jsonl`;
  const folders = listFolder(root).flatMap((name) => (name.endsWith(".jsonl") ? [] : [join(root, name)]));
  return [root, ...folders].flatMap((folder) =>
    listFolder(folder).flatMap((name) => (name.endsWith(end) ? [join(folder, name)] : [])),
  );
}

function folderNamedIn(path: string, session: string): string | undefined {
  const { type, id, cwd } = firstRow(path, MAX_HEAD_BYTES) ?? {};
  return type === "session" && id === session ? textOf(cwd) : undefined;
}
