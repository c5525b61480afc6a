import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the file this code runs from: of a bundle, or of this source. */
export function ownFolder(): string {
  const here = import.meta.url;
  // For CommonJS the build puts the file's path here, not its address.
  return dirname(here.startsWith("file:") ? fileURLToPath(here) : here);
}
