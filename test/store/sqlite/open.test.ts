import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDriver } from "../../../src/store/sqlite/driver.js";
import { databasePath, openStore } from "../../../src/store/sqlite/open.js";
import { memory } from "../../../src/testing/memory-conformance.js";

test("a model of an older version is thrown away with all its tables, virtual ones too", () => {
  const home = join(mkdtempSync(join(tmpdir(), "tidemark-open-")), "home");
  const old = openStore(home);
  old.transact((writer) => {
    writer.moveCursor("a.jsonl", 9);
    writer.addMemories("p", "s", [memory("a", "parser")]);
  });
  old.close();
  const driver = openDriver(databasePath(home));
  driver.exec("CREATE TABLE bygone (n); PRAGMA user_version = 1");
  driver.close();
  const store = openStore(home);
  expect(store.cursors()).toEqual([]);
  expect(store.matchMemories("p", ["parser"], 9)[0]?.numbers).toEqual([]);
  store.transact((writer) => writer.addMemories("p", "s", [memory("b", "parser")]));
  expect(store.memories("p", "s").map(({ id }) => id)).toEqual(["b"]);
  store.close();
  const again = openDriver(databasePath(home));
  expect(again.prepare("SELECT name FROM sqlite_master WHERE name = 'bygone'").all()).toEqual([]);
  again.close();
});
