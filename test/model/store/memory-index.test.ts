import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDriver } from "../../../src/host/sqlite.js";
import { memoryTerms } from "../../../src/model/fold/memory/memory-term.js";
import { databasePath, openStore } from "../../../src/model/store/open.js";
import type { Store } from "../../../src/model/store/store.js";
import { memory } from "./fresh-store.js";

function found(store: Store, word: string): string[] {
  const [term = word] = memoryTerms(memory("", word));
  const [match] = store.memories.match("p", [term], 9);
  return store.memories.at(match?.numbers ?? []).map(({ id }) => id);
}

function freshHome(): string {
  return join(mkdtempSync(join(tmpdir(), "tidemark-index-")), "home");
}

test("while another process writes, a search uses the old index without removed memories", () => {
  const home = freshHome();
  const first = openStore(home);
  first.transact((writer) => {
    writer.memories.add("p", "s", [memory("a", "parser"), memory("b", "parser")]);
    writer.memories.put("p", memory("pin", "parser", ""));
  });
  expect(found(first, "parser")).toEqual(["pin", "b", "a"]);
  first.transact((writer) => {
    writer.memories.add("p", "s", [memory("c", "parser")]);
    writer.memories.put("p", memory("pin", "lexer", ""));
  });
  first.close();
  const writing = openDriver(databasePath(home));
  writing.exec("BEGIN IMMEDIATE");
  const waiting = openStore(home, { wait: 20 });
  expect(found(waiting, "parser")).toEqual(["b", "a"]);
  expect(found(waiting, "lexer")).toEqual([]);
  writing.exec("COMMIT");
  writing.close();
  waiting.close();
  const later = openStore(home);
  expect(found(later, "parser")).toEqual(["c", "b", "a"]);
  expect(found(later, "lexer")).toEqual(["pin"]);
  later.close();
});

test("many memories are indexed in several transactions, and none is left", () => {
  const home = freshHome();
  const store = openStore(home);
  const many = Array.from({ length: 10_001 }, (_, n) => memory(`m${n}`, `common w${n}`));
  store.transact((writer) => writer.memories.add("p", "s", many));
  store.memories.index();
  store.close();
  const driver = openDriver(databasePath(home));
  expect(driver.prepare("SELECT n FROM unindexed").all()).toEqual([]);
  driver.close();
  const again = openStore(home);
  expect([0, 5_000, 10_000].map((n) => found(again, `w${n}`))).toEqual([["m0"], ["m5000"], ["m10000"]]);
  again.close();
});

test("with too little time, a part is indexed, and the next search indexes the rest", () => {
  const home = freshHome();
  const store = openStore(home);
  const many = Array.from({ length: 350 }, (_, n) => memory(`m${n}`, `common w${n}`));
  store.transact((writer) => writer.memories.add("p", "s", many));
  let looks = 0;
  store.memories.index(() => looks++ > 0);
  expect(found(store, "w0")).toEqual(["m0"]);
  expect(found(store, "w349")).toEqual([]);
  store.close();
  const later = openStore(home);
  expect(found(later, "w349")).toEqual(["m349"]);
  later.close();
});
