import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDriver } from "../../src/host/sqlite.js";
import { Database } from "../../src/store/database.js";
import { SignatureBlocks } from "../../src/store/embedding-writer.js";
import { databasePath, openStore } from "../../src/store/open.js";

test("to remove what is not in a block takes nothing else out of it", () => {
  const home = join(mkdtempSync(join(tmpdir(), "tidemark-block-")), "home");
  openStore(home).close();
  const driver = openDriver(databasePath(home));
  const blocks = new SignatureBlocks(new Database(driver));
  const block = blocks.add(1, 2, 10, new Uint8Array(16).fill(1));
  blocks.add(1, 2, 11, new Uint8Array(16).fill(2));
  blocks.remove(block, 99);
  blocks.flush();
  const used = () => Number(driver.prepare("SELECT used FROM sketch_block").get()?.["used"]);
  expect(used()).toBe(2);
  blocks.remove(block, 10);
  blocks.flush();
  expect(used()).toBe(1);
  driver.close();
});
