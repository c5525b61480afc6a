import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "vitest";
import { MemoryStore } from "../../src/store/memory/store.js";
import type { Store } from "../../src/store/port.js";
import { openStore } from "../../src/store/sqlite/open.js";
import { storeConformance } from "../../src/testing/index.js";

const stores: [string, () => Store][] = [
  ["memory", () => new MemoryStore()],
  ["sqlite", () => openStore(join(mkdtempSync(join(tmpdir(), "tidemark-store-")), "home"))],
];

describe.each(stores)("the %s store", (_, open) => {
  for (const { name, run } of storeConformance()) test(name, () => run(open));
});
