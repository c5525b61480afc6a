import { appendFileSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { noteError, readErrors } from "../../src/host/log.js";

let home: string;
let file: string;

beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), "tidemark-log-")), "data");
  file = join(home, "log", "hook.jsonl");
});

const note = (at: number, error = "no space left") => ({ at, agent: "claude", hook: "Stop", error });

test("a note is kept, private", () => {
  noteError(home, note(1));
  noteError(home, note(2));
  expect(readErrors(home)).toEqual([note(1), note(2)]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, "log")).mode & 0o777).toBe(0o700);
});

test("the file stays small and keeps the newest", () => {
  for (let at = 0; at < 500; at++) noteError(home, note(at, "x".repeat(5_000)));
  expect(statSync(file).size).toBeLessThanOrEqual(65_536);
  const kept = readErrors(home);
  expect(kept.at(-1)?.at).toBe(499);
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.every(({ error }) => error.length === 1_000)).toBe(true);
});

test("lines torn or foreign are passed over", () => {
  noteError(home, note(1));
  appendFileSync(file, '{"at":2,"agent":"cl\n[]\nnull\n{"at":"3"}\n');
  noteError(home, note(4));
  expect(readErrors(home)).toEqual([note(1), note(4)]);
});

test("it never throws, whatever is in its place", () => {
  const outside = join(home, "..", "outside");
  writeFileSync(outside, "");
  mkdirSync(join(home, "log"), { recursive: true, mode: 0o700 });
  symlinkSync(outside, file);
  noteError(home, note(1));
  expect(statSync(outside).size).toBe(0);
  noteError(outside, note(1));
  expect(readErrors(home)).toEqual([]);
  expect(readErrors(outside)).toEqual([]);
});
