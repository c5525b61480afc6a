import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TidemarkError } from "../../error.js";
import { look } from "../../host/file/foreign-file.js";
import { readUserFile } from "../../host/file/user-file.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import type { Advice, InstalledHook, SetupFile, Wiring } from "../setup.js";
import { HOOKS } from "./wire.js";

export interface Entry {
  readonly agent: string;
  /** The program it loads, in the folder of our programs. */
  readonly shim: string;
  /** The code below the connection, which loads `url` and calls its `connect`. */
  code(url: string): string;
}

const HEAD = "// Tidemark: written by `tidemark init`, taken away by `tidemark remove`.";
const NAMES = ["agent", "hook", "node", "folder"] as const;
const CONNECTION = /^const connection = (\{[\s\S]*?\n\});$/m;

/** The file in the user's configuration that the agent loads: a few lines, all of them ours. */
export function entryFile(path: string, entry: Entry): SetupFile {
  return {
    path,
    part: "hooks",
    add(text, wiring) {
      if (text !== undefined && text.trim() !== "" && !holds(text)) throw taken();
      return written(entry, wiring);
    },
    remove: (text) => (holds(text) ? "" : text),
    holds,
    hooks: (text) => hooksIn(text),
  };
}

/** The connection that stands in such a file; undefined where somebody has changed it beyond reading. */
function connectionIn(text: string): Connection | undefined {
  try {
    const found = fieldsOf(JSON.parse(CONNECTION.exec(text)?.[1] ?? ""));
    const [agent, hook, node, folder] = NAMES.map((name) => textOf(found[name]));
    if (agent === undefined || hook === undefined || node === undefined || folder === undefined)
      return undefined;
    return { agent, hook, node, folder };
  } catch {
    return undefined;
  }
}

function written({ agent, shim, code }: Entry, { hook, node, folder }: Wiring): string {
  const connection: Connection = { agent, hook, node, folder };
  const url = pathToFileURL(`${folder}/${shim}`).href;
  return `${HEAD}\nconst connection = ${JSON.stringify(connection, null, 2)};\n\n${code(url)}`;
}

function holds(text: string): boolean {
  return text.trimStart().startsWith("// Tidemark: ") && text.includes("const connection = ");
}

function hooksIn(text: string): InstalledHook[] {
  const command = holds(text) ? connectionIn(text)?.hook : undefined;
  return command === undefined ? [] : Object.keys(HOOKS).map((event) => ({ event, command }));
}

function taken(): TidemarkError {
  return new TidemarkError("settings-malformed", "A file of somebody else's has our name.", {
    hint: "Give it another name, then run the command again; nothing was changed.",
  });
}

/** Whether our file stands where the agent looks for it. */
export function isEntryAt(path: string): boolean {
  try {
    return connectionIn(readUserFile(path)?.toString("utf8") ?? "") !== undefined;
  } catch {
    return false; // Unreadable settings are the doctor's to report.
  }
}

/** What the file in the user's configuration hands over to the plugin. It does not change from version to version. */
export interface Connection {
  /** The agent's name. */
  readonly agent: string;
  /** The shell command that runs the hook. */
  readonly hook: string;
  /** The Node that runs our programs: the one that runs the agent may be no Node at all. */
  readonly node: string;
  /** The folder with our programs. */
  readonly folder: string;
}

/** What the agent is to load may be gone: it then goes on without us, and says nothing of it. */
export function adviceOnShim(
  files: readonly { readonly path: string; readonly text: string }[],
  shim: string,
) {
  return files.flatMap(({ path, text }): Advice[] => {
    const connection = connectionIn(text);
    if (connection === undefined) return [{ ok: false, detail: `${path} was changed by hand`, hint: HINT }];
    const program = join(connection.folder, shim);
    if (look(program)?.isFile()) return [];
    return [{ ok: false, detail: `${path} loads ${program}, which is not there`, hint: HINT }];
  });
}

const HINT = "Run: tidemark init";
