import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { here } from "../../src/project/here.js";
import { type Opened, open } from "../../src/project/open.js";

/** A project of its own to declare things in, and its memory, opened for each look. */
export function declaringRoom() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-declare-")));
  const env = { TIDEMARK_HOME: join(root, "data"), HOME: root };
  const within = <T>(work: (opened: Opened) => T): T => {
    const opened = open(env, root);
    try {
      return work(opened);
    } finally {
      opened.store.close();
    }
  };
  return { here: here(env, root), within };
}
