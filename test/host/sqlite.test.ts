import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDriver } from "../../src/host/sqlite.js";

function driver() {
  const made = openDriver(join(mkdtempSync(join(tmpdir(), "tidemark-driver-")), "a.db"));
  made.exec("CREATE TABLE a (n INTEGER PRIMARY KEY, t TEXT, r REAL, b BLOB)");
  return made;
}

describe("what is read", () => {
  test("is what was written, one row or many, in the order asked for", () => {
    const opened = driver();
    const insert = opened.prepare("INSERT INTO a VALUES (?, ?, ?, ?)");
    insert.run(1, "é 日本 \u{1f30a}", 2.5, new Uint8Array([0, 255]));
    insert.run(2, "", 7, null);
    insert.run(3, null, null, null);
    const rows = opened.prepare("SELECT t, r, n FROM a WHERE n < ? ORDER BY n DESC LIMIT ?").all(9, 2);
    expect(rows.map(({ t, r, n }) => [t, r, n])).toEqual([
      [null, null, 3],
      ["", 7, 2],
    ]);
    expect(opened.prepare("SELECT t, b FROM a WHERE n = 1").get()).toMatchObject({ t: "é 日本 \u{1f30a}" });
    expect(opened.prepare("SELECT group_concat(n) AS found, count(*) AS n FROM a").get()).toMatchObject({
      found: "1,2,3",
      n: 3,
    });
    expect(opened.prepare("SELECT t FROM a WHERE n = 99").get()).toBeUndefined();
    opened.close();
  });

  test("is no end of the process where a damaged file has a text that is none", () => {
    const opened = driver();
    opened.exec("INSERT INTO a VALUES (1, CAST(x'ff41' AS TEXT), CAST(x'fe' AS TEXT), NULL)");
    const readings = ["t", "r", "upper(t) AS t"].map((column) => {
      try {
        return typeof Object.values(opened.prepare(`SELECT ${column} FROM a`).get() ?? {})[0];
      } catch (error) {
        return String(error);
      }
    });
    // Node's own SQLite reads what it can; the other driver says that the file is damaged.
    for (const reading of readings) expect(reading).toMatch(/^(string|number)$|malformed/);
    opened.close();
  });
});
