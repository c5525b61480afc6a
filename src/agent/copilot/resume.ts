import { look } from "../../host/file/foreign-file.js";
import { named } from "../agents.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import { firstRow } from "../record/row.js";
import type { Resumable } from "../resume.js";
import { worded } from "./agent.js";
import { recordOf } from "./folder.js";
import { isConnected } from "./setup.js";

// The first row names the folder.
const MAX_HEAD_BYTES = 64 << 10;

export const copilotResume: Resumable = {
  ...named("copilot"),
  program: "copilot",

  folderOf(session, known, env) {
    const path = recordOf(session, env);
    const row = path === undefined ? undefined : firstRow(path, MAX_HEAD_BYTES);
    if (row === undefined) return undefined;
    // Copilot CLI can resume a session anywhere; prefer its own folder.
    return [textOf(fieldsOf(fieldsOf(row["data"])["context"])["cwd"]), ...known].find(
      (folder) => folder !== undefined && look(folder)?.isDirectory(),
    );
  },

  // As one word: after a space it would be taken for a prompt.
  again: (session) => [`--resume=${session}`],
  fresh: () => [],
  worded,
  isConnected: (_, env) => isConnected(env),
};
