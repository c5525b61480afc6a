import { renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openDriver } from "../../../src/host/sqlite.js";
import { databasePath, openStore } from "../../../src/model/store/open.js";
import { rebuild } from "../../../src/model/verify.js";
import { messageRoom, textsOf } from "./message-room.js";

const user = (content: string) => ({ role: "user" as const, content });

describe("a memory that stays open", () => {
  test("survives that its database is made anew, set aside, taken away or damaged", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    const told: string[] = [];
    const goOn = (text: string) => {
      told.push(text);
      session.add(user(text));
      expect(textsOf(session.history())).toEqual(told);
    };
    const path = databasePath(room.home);
    goOn("first");
    rebuild(room.home).close();
    goOn("after a rebuild");
    renameSync(path, `${path}.damaged`);
    goOn("after it was set aside");
    rmSync(path);
    openStore(room.home).close();
    goOn("after it was emptied by another process");
    rmSync(path);
    goOn("after it was taken away");
    rmSync(path);
    writeFileSync(path, "no database at all ".repeat(500), { mode: 0o600 });
    goOn("after it was replaced by something else");
    tidemark.close();
  });

  test("is written to and read while another process holds its database", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add(user("before"));
    expect(textsOf(session.history())).toEqual(["before"]);
    const other = openDriver(databasePath(room.home));
    other.exec("BEGIN IMMEDIATE");
    session.add(user("meanwhile"));
    session.add(user("and more"));
    expect(textsOf(session.context({ last: 2 }).messages)).toEqual(["meanwhile", "and more"]);
    expect(textsOf(session.history())).toEqual(["before", "meanwhile", "and more"]);
    other.exec("COMMIT");
    other.close();
    expect(textsOf(session.history())).toEqual(["before", "meanwhile", "and more"]);
    tidemark.close();
  });
});
