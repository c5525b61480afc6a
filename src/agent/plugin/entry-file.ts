import { pathToFileURL } from "node:url";
import { TidemarkError } from "../../error.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import type { InstalledHook, SetupFile, Wiring } from "../setup.js";
import type { Connection } from "./connection.js";
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
export function connectionIn(text: string): Connection | undefined {
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
