import { look, readStart } from "../../host/foreign-file.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import type { Resumable } from "../resume.js";
import { recordOf } from "./folder.js";
import { isSetUp } from "./setup.js";

// The first row names the folder.
const HEAD = 64 << 10;

export const copilotResume: Resumable = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",

  folderOf(session, known, env) {
    const path = recordOf(session, env);
    const head = path === undefined ? undefined : readStart(path, HEAD)?.toString("utf8");
    if (!head) return undefined;
    // It is found again from anywhere; where it was is where it belongs.
    return [folderIn(head), ...known].find((folder) => folder !== undefined && look(folder)?.isDirectory());
  },

  // In one word: behind a blank it would be taken for a prompt.
  again: (session) => [`--resume=${session}`],
  fresh: () => [],
  isConnected: (_, env) => isSetUp(env),
};

function folderIn(head: string): string | undefined {
  try {
    const row = fieldsOf(JSON.parse(head.slice(0, head.indexOf("\n"))));
    return textOf(fieldsOf(fieldsOf(row["data"])["context"])["cwd"]);
  } catch {
    return undefined; // A row so long that it is cut, or none of Copilot CLI's.
  }
}
