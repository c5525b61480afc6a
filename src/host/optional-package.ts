import { createRequire } from "node:module";
import { join } from "node:path";
import { ownFolder } from "./file/own-folder.js";

/**
 * Loads a package that need not be installed: beside this program, or below a folder that a person installed it into.
 * Undefined where there is none.
 */
export function loadOptional(name: string, folder: string): unknown {
  for (const asker of [ownFolder(), folder]) {
    const require = createRequire(join(asker, "package.json"));
    let path: string;
    try {
      path = require.resolve(name);
    } catch {
      continue; // Not installed there.
    }
    return require(path);
  }
  return undefined;
}
