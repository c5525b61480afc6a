import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TidemarkError } from "../error.js";

/** The folder of the running file: of a bundle, or of this source. */
export function ownFolder(): string {
  const here = import.meta.url;
  // In CommonJS the build puts the file's path here instead of its URL.
  return dirname(here.startsWith("file:") ? fileURLToPath(here) : here);
}

// Beside the bundle, above its chunks, and for sources and benchmarks in a clone.
const ASSET_FOLDERS = [".", "..", "../../asset", "../../../asset"];

/** Reads a file that is shipped with Tidemark. */
export function readAsset(name: string): Uint8Array {
  for (const folder of ASSET_FOLDERS) {
    try {
      return readFileSync(join(ownFolder(), folder, name));
    } catch {
      // Not there, so try the next folder.
    }
  }
  throw new TidemarkError("not-found", `The file ${name} is not beside the program.`, {
    hint: "Install Tidemark again, then run: tidemark init",
  });
}

/** Loads a package if it is installed, beside this program or below `folder`. */
export function loadOptional(name: string, folder: string): unknown {
  for (const from of [ownFolder(), folder]) {
    const require = createRequire(join(from, "package.json"));
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
