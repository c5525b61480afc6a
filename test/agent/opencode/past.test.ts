import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { opencodePast } from "../../../src/agent/opencode/past.js";
import type { PastRow } from "../../../src/agent/past.js";
import { openDriver, openForeign } from "../../../src/host/sqlite.js";
import { FIXTURE, short } from "../told-past.js";

const [MAIN, FORK] = ["ses_31c4e76aaffe4Tide0MainAda1", "ses_31c4b19daffe5Tide0ForkAda2"];

interface Line {
  readonly table: string;
  readonly sql?: string;
  readonly row?: { readonly [column: string]: string | number | null };
}

/** A home with a database of OpenCode's, made of recorded rows and of others. */
function homeWith(change: (line: Line) => readonly Line[] = (line) => [line]): string {
  const home = mkdtempSync(join(tmpdir(), "tidemark-opencode-"));
  const folder = join(home, ".local/share/opencode");
  mkdirSync(folder, { recursive: true });
  const driver = openDriver(join(folder, "opencode.db"));
  driver.exec("PRAGMA journal_mode = WAL");
  const recorded = readFileSync(join(FIXTURE, "opencode/past.jsonl"), "utf8").trim().split("\n");
  for (const { table, sql, row } of recorded.flatMap((line) => change(JSON.parse(line)))) {
    if (sql !== undefined) driver.exec(sql);
    if (row === undefined) continue;
    const columns = Object.keys(row);
    const values = `(${columns.map((name) => `\`${name}\``).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    driver.prepare(`INSERT INTO ${table} ${values}`).run(...Object.values(row));
  }
  // Left open: so is it while OpenCode runs.
  return home;
}

function read(home: string): PastRow[] {
  const records = opencodePast.find({ HOME: home }, openForeign);
  return [...records]
    .sort((a, b) => a.bornAt - b.bornAt)
    .flatMap((record) => [...opencodePast.read(record, 0, openForeign)]);
}

const dataOf = (line: Line) => JSON.parse(String(line.row?.["data"] ?? "{}"));

describe("the database of OpenCode", () => {
  test("tells prompts, words, calls with their ends, plans and turns, as recorded", () => {
    const rows = read(homeWith()).filter(({ session }) => session === MAIN);
    expect(rows.map(short)).toEqual([
      "prompt: please write the parser",
      "ok: write (write) /home/ada/tide/src/parser.ts",
      "said: I will use a streaming parser.",
      "ok: edit (edit) /home/ada/tide/src/parser.ts",
      "failed: bash (shell) ls nowhere-at-all",
      "ok: todowrite (plan)",
      "ended: Done: the parser is written.",
      "prompt: thanks, that is all",
      "ended: All right.",
    ]);
    expect(rows[0]).toMatchObject({ cwd: "/home/ada/tide", at: 1772461825589 });
    expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
  });

  test("has in a fork the same happenings under the same keys", () => {
    const rows = read(homeWith());
    const main = new Set(rows.filter(({ session }) => session === MAIN).map(({ row }) => row));
    const fork = rows.filter(({ session }) => session === FORK);
    expect(fork).toHaveLength(11);
    expect(fork.filter(({ row }) => !main.has(row)).map(short)).toEqual([
      "prompt: now on a fork",
      "ended: All right.",
    ]);
  });

  test("is not changed by being read, though its last rows are not yet in the file itself", () => {
    const home = homeWith();
    const folder = join(home, ".local/share/opencode");
    const look = () =>
      readdirSync(folder)
        .filter((name) => !name.endsWith("-shm"))
        .map((name) => [name, readFileSync(join(folder, name)).toString("latin1")]);
    const before = look();
    expect(before.map(([name]) => name)).toEqual(["opencode.db", "opencode.db-wal"]);
    expect(read(home).length).toBeGreaterThan(9);
    expect(look()).toEqual(before);
    const open = openForeign(join(folder, "opencode.db"));
    expect(() => open?.all("DELETE FROM session")).toThrow();
    open?.close();
  });

  test("tells a subagent's session in the one that started it", () => {
    const home = homeWith((line) =>
      line.row?.["id"] === FORK ? [{ ...line, row: { ...line.row, parent_id: MAIN } }] : [line],
    );
    const rows = read(home).filter(
      ({ row, signals }) => row.includes(".end") && signals[0]?.is !== "turn-ended",
    );
    expect(rows.map(short)).toContain("subagent-finished: build, All right.");
    expect(read(home).every(({ session }) => session === MAIN)).toBe(true);
  });

  test("tells a compaction, and nothing of what is put before the model or still being written", () => {
    const home = homeWith((line) => {
      const data = dataOf(line);
      const with_ = (more: object) => [
        { ...line, row: { ...line.row, data: JSON.stringify({ ...data, ...more }) } },
      ];
      if (data.text === '"thanks, that is all"') return with_({ synthetic: true });
      if (data.text === '"now on a fork"') return with_({ type: "compaction", auto: true });
      if (data.role === "assistant" && data.time.created === 1772462047732) return with_({ summary: true });
      if (data.role === "assistant" && data.time.created === 1772461835389)
        return with_({ time: { created: data.time.created } });
      return [line];
    });
    const rows = read(home).map(short);
    expect(rows.filter((text) => text.startsWith("prompt"))).toEqual(
      Array(2).fill("prompt: please write the parser"),
    );
    expect(rows.slice(-2)).toEqual(["compaction-started", "compaction-finished: All right."]);
    expect(rows.filter((text) => text === "ended: All right.")).toEqual([]);
  });

  test("that is none, damaged or laid out otherwise tells nothing", () => {
    const home = mkdtempSync(join(tmpdir(), "tidemark-opencode-"));
    expect(opencodePast.find({ HOME: home }, openForeign)).toEqual([]);
    expect(opencodePast.count({ HOME: home })).toBe(0);
    const folder = join(home, ".local/share/opencode");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "opencode.db"), "not a database at all".repeat(500));
    expect(read(home)).toEqual([]);
    expect(read(homeWith((line) => (line.table === "session" ? [line] : [])))).toEqual([]);
    expect(
      read(
        homeWith((line) =>
          line.row?.["data"] === undefined ? [line] : [{ ...line, row: { ...line.row, data: "{" } }],
        ),
      ),
    ).toEqual([]);
  });
});
