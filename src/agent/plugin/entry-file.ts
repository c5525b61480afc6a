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
  /** The program to load, in our folder of programs. */
  readonly shim: string;
  /** The code below the connection; it loads `url` and calls its `connect`. */
  code(url: string): string;
}

const HEAD = "// Tidemark: written by `tidemark init`, taken away by `tidemark remove`.";
const NAMES = ["agent", "hook", "node", "folder"] as const;
const CONNECTION = /^const connection = (\{[\s\S]*?\n\});$/m;

/** The file that the agent loads: a few lines, all ours. */
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

/** Undefined if somebody has changed it beyond recognition. */
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

export function isEntryAt(path: string): boolean {
  try {
    return connectionIn(readUserFile(path)?.toString("utf8") ?? "") !== undefined;
  } catch {
    return false; // The doctor reports unreadable settings.
  }
}

/** Passed to the plugin by the file in the user's configuration. It does not change between versions. */
export interface Connection {
  readonly agent: string;
  /** The shell command that runs the hook. */
  readonly hook: string;
  /** The Node that runs our programs: the agent may run on something else. */
  readonly node: string;
  readonly folder: string;
}

/** If the program is gone, the agent silently continues without us. */
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
