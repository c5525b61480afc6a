import { unlinkSync } from "node:fs";

export function removeMark(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // There was none.
  }
}
