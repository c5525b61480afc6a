import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readErrors } from "../../../src/host/log.js";
import { openDriver } from "../../../src/host/sqlite.js";
import { databasePath, openStore } from "../../../src/model/store/open.js";
import { MODEL_VERSION } from "../../../src/model/store/schema.js";
import { memory } from "./fresh-store.js";

test("all tables of an older version are dropped, virtual ones too", () => {
  const home = join(mkdtempSync(join(tmpdir(), "tidemark-open-")), "home");
  const old = openStore(home);
  old.transact((writer) => {
    writer.moveCursor("a.jsonl", 9);
    writer.memories.add("p", "s", [memory("a", "parser")]);
  });
  old.close();
  const driver = openDriver(databasePath(home));
  driver.exec("CREATE TABLE bygone (n); PRAGMA user_version = 1");
  driver.close();
  const store = openStore(home);
  expect(store.cursors()).toEqual([]);
  expect(store.memories.match("p", ["parser"], 9)[0]?.numbers).toEqual([]);
  store.transact((writer) => writer.memories.add("p", "s", [memory("b", "parser")]));
  expect(store.memories.ofSession("p", "s").map(({ id }) => id)).toEqual(["b"]);
  store.close();
  const again = openDriver(databasePath(home));
  expect(again.prepare("SELECT name FROM sqlite_master WHERE name = 'bygone'").all()).toEqual([]);
  again.close();
});

/** A model that knows one event in a file of the journal, made by another version. */
function homeOfVersion(version: number): string {
  const home = join(mkdtempSync(join(tmpdir(), "tidemark-open-")), "home");
  const store = openStore(home);
  store.transact((writer) => {
    writer.moveCursor("a.jsonl", 9);
    const event = { id: "e", type: "t", clock: 1, project: "p", session: "s", offset: 0, length: 9 };
    writer.addEvent({ ...event, file: "a.jsonl" });
  });
  store.close();
  setVersion(databasePath(home), version);
  return home;
}

function setVersion(path: string, version: number): void {
  const driver = openDriver(path);
  driver.exec(`PRAGMA user_version = ${version}`);
  driver.close();
}

function eventsIn(path: string): number {
  const driver = openDriver(path);
  const row = driver.prepare("SELECT count(*) AS n FROM event").get();
  driver.close();
  return Number(row?.["n"]);
}

test("an older model is kept if the journal lacks some of its events, each time under a new name", () => {
  const home = homeOfVersion(MODEL_VERSION - 1);
  const path = databasePath(home);
  openStore(home).close();
  expect(eventsIn(path)).toBe(0);
  expect(eventsIn(`${path}.old`)).toBe(1);
  expect(readErrors(home)).toMatchObject([{ error: expect.stringContaining("tidemark.db.old") }]);

  const store = openStore(home);
  store.transact((writer) =>
    writer.addEvent({
      ...{ id: "f", type: "t", clock: 1, project: "p", session: "s", offset: 0, length: 9 },
      file: "b.jsonl",
    }),
  );
  store.close();
  setVersion(path, MODEL_VERSION - 1);
  openStore(home).close();
  expect(eventsIn(`${path}.old`)).toBe(1);
  expect(eventsIn(`${path}.old.2`)).toBe(1);
});

test("an older model is deleted if the journal has all of it, and kept if a file was cut", () => {
  const [whole, cut] = [homeOfVersion(MODEL_VERSION - 1), homeOfVersion(MODEL_VERSION - 1)];
  for (const [home, bytes] of [
    [whole, 9],
    [cut, 8],
  ] as const) {
    mkdirSync(join(home, "journal"), { mode: 0o700 });
    writeFileSync(join(home, "journal", "a.jsonl"), "x".repeat(bytes), { mode: 0o600 });
    openStore(home).close();
  }
  expect(existsSync(`${databasePath(whole)}.old`)).toBe(false);
  expect(existsSync(`${databasePath(cut)}.old`)).toBe(true);
});

test("a newer model is left as it is, with a hint on what to do", () => {
  const home = homeOfVersion(MODEL_VERSION + 1);
  expect(() => openStore(home)).toThrowError(
    expect.objectContaining({ code: "store-newer", hint: expect.stringContaining("Update") }),
  );
  expect(eventsIn(databasePath(home))).toBe(1);
});
