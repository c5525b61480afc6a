import { join } from "node:path";
import { look } from "../../host/foreign-file.js";
import type { Advice } from "../setup.js";
import { connectionIn } from "./entry-file.js";

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
