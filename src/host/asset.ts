import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../error.js";
import { ownFolder } from "./file/own-folder.js";

// Beside the bundle, above its chunks, and where a source or a benchmark runs in a clone.
const PLACES = [".", "..", "../../asset", "../../../asset"];

/** A file that comes with Tidemark. */
export function readAsset(name: string): Uint8Array {
  for (const place of PLACES) {
    try {
      return readFileSync(join(ownFolder(), place, name));
    } catch {
      // Not there: the next place, or the error below.
    }
  }
  throw new TidemarkError("not-found", `The file ${name} is not beside the program.`, {
    hint: "Install Tidemark again, then run: tidemark init",
  });
}
