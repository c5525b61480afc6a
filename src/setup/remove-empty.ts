import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";

/** Removes folders from the inner to the outer one, as far as they are empty. */
export function removeEmpty(inner: string, outer: string): void {
  if (existsSync(inner)) {
    if (readdirSync(inner).length > 0) return;
    rmdirSync(inner);
  }
  if (inner !== outer && dirname(inner) !== inner) removeEmpty(dirname(inner), outer);
}
