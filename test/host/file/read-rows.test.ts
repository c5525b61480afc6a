import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRows } from "../../../src/host/file/read-rows.js";

const folder = mkdtempSync(join(tmpdir(), "tidemark-rows-"));
const path = join(folder, "rows.jsonl");
const all = () => true;

function rows(from = 0, isWanted: (start: string) => boolean = all): string[] {
  const texts: string[] = [];
  for (const { bytes } of readRows(path, from, isWanted)) texts.push(bytes.toString("utf8"));
  return texts;
}

describe("the rows of a file", () => {
  test("are its lines, however long they are, and where each stands", () => {
    const line = fc.oneof(
      fc.string(),
      fc.integer({ min: 0, max: 900_000 }).map((n) => "x".repeat(n)),
    );
    fc.assert(
      fc.property(
        fc.array(line.map((text) => text.replaceAll(/[\n\r]/g, ""))),
        fc.boolean(),
        (lines, isOpen) => {
          const text = lines.join("\n") + (isOpen ? "" : "\n");
          writeFileSync(path, text);
          const read: string[] = [];
          for (const { offset, end, bytes, isOpen: open } of readRows(path, 0, all)) {
            expect(bytes.equals(Buffer.from(text).subarray(offset, open ? end : end - 1))).toBe(true);
            read.push(bytes.toString("utf8"));
          }
          expect(read).toEqual(
            lines.map((one) => Buffer.from(one).toString("utf8")).filter((one) => one !== ""),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test("that are not wanted are never held, and those after them are found", () => {
    writeFileSync(path, `{"a":1}\n{"huge":"${"y".repeat(40 << 20)}"}\n{"b":2}\n`);
    expect(rows(0, (start) => !start.startsWith('{"huge'))).toEqual(['{"a":1}', '{"b":2}']);
  });

  test("that are longer than any text are passed over", () => {
    writeFileSync(path, `{"a":1}\n{"huge":"${"y".repeat(40 << 20)}"}\n{"b":2}\n`);
    expect(rows()).toEqual(['{"a":1}', '{"b":2}']);
  });

  test("are read from where one begins, else from the start: the file was written anew", () => {
    writeFileSync(path, "one\ntwo\nthree\n");
    expect(rows(4)).toEqual(["two", "three"]);
    expect(rows(5)).toEqual(["one", "two", "three"]);
    expect(rows(99)).toEqual(["one", "two", "three"]);
  });

  test("are none where there is no plain file", () => {
    const elsewhere = join(folder, "elsewhere");
    symlinkSync(path, join(folder, "link"));
    mkdirSync(elsewhere);
    execFileSync("mkfifo", [join(folder, "pipe")]);
    for (const name of ["link", "elsewhere", "pipe", "missing"])
      expect([...readRows(join(folder, name), 0, all)]).toEqual([]);
  });
});
