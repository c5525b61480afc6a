import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ownFolder } from "./own-folder.js";

/**
 * Loads a package that need not be installed: beside this program, or below a folder that a person installed it into.
 * Undefined where there is none.
 */
export async function importOptional(name: string, folder: string): Promise<unknown> {
  for (const asker of [ownFolder(), folder]) {
    let path: string;
    try {
      path = createRequire(join(asker, "package.json")).resolve(name);
    } catch {
      continue; // Not installed there.
    }
    return import(/* @vite-ignore */ pathToFileURL(path).href);
  }
  return undefined;
}
