import { statSync } from "node:fs";
import { join } from "node:path";
import { archiveFiles, dayFiles, journalFolder } from "./file.js";

/** Names the files that the journal consists of: another text as soon as one was written anew, compressed or removed. */
export function journalState(home: string): string {
  return [...archiveFiles(home), ...dayFiles(home)]
    .map((name) => {
      const stat = statSync(join(journalFolder(home), name), { throwIfNoEntry: false });
      return stat === undefined ? name : `${name} ${stat.ino} ${stat.birthtimeMs}`;
    })
    .join("\n");
}
