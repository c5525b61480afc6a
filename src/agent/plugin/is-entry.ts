import { readUserFile } from "../../host/user-file.js";
import { connectionIn } from "./entry-file.js";

/** Whether our file stands where the agent looks for it. */
export function isEntryAt(path: string): boolean {
  try {
    return connectionIn(readUserFile(path)?.toString("utf8") ?? "") !== undefined;
  } catch {
    return false; // Unreadable settings are the doctor's to report.
  }
}
