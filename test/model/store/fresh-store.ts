import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import type { Memory } from "../../../src/model/fold/memory/memory-state.js";
import { openInMemory, openStore } from "../../../src/model/store/open.js";
import type { Store } from "../../../src/model/store/store.js";

/** Tests one promise of the store twice: in memory, as `verify` uses it, and on disk. */
export function check(name: string, work: (store: Store) => void): void {
  const onDisk = () => openStore(join(mkdtempSync(join(tmpdir(), "tidemark-store-")), "home"));
  const kinds: [string, () => Store][] = [
    ["in memory", openInMemory],
    ["on disk", onDisk],
  ];
  test.each(kinds)(`${name}, %s`, (_, open) => {
    const store = open();
    try {
      work(store);
    } finally {
      store.close();
    }
  });
}

export function memory(id: string, text: string, session = "s"): Memory {
  return { id, kind: "prompt", by: "user", at: 1, session, author: "a", files: [], text };
}
