import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { piResume } from "../../../src/agent/pi/resume.js";

const SESSION = "01a1e3d0-0000-7000-8000-000000000001";

let home: string;
let project: string;
let env: { HOME: string };
let sessions: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tidemark-pi-"));
  project = join(home, "harbour");
  sessions = join(home, ".pi/agent/sessions");
  env = { HOME: home };
  mkdirSync(project);
  mkdirSync(join(sessions, "--home-ada-harbour--"), { recursive: true });
});

const record = (row: unknown, folder = join(sessions, "--home-ada-harbour--")) =>
  writeFileSync(
    join(folder, `2026-11-16T10-04-21-580Z_${SESSION}.jsonl`),
    `${JSON.stringify(row)}\n{"type":"message"}\n`,
  );

describe("a session of pi", () => {
  test("is gone on with in the folder its record names", () => {
    record({ type: "session", version: 3, id: SESSION, cwd: project });
    expect(piResume.folderOf(SESSION, [], env)).toBe(project);
    expect(piResume.again(SESSION)).toEqual(["--session", SESSION]);
  });

  test("is also found where all sessions stand in one folder", () => {
    const folder = join(home, "all");
    mkdirSync(folder);
    record({ type: "session", id: SESSION, cwd: project }, folder);
    expect(piResume.folderOf(SESSION, [], { ...env, PI_CODING_AGENT_SESSION_DIR: folder })).toBe(project);
  });

  test("goes on in a folder where it was seen, if the one it names is gone", () => {
    record({ type: "session", id: SESSION, cwd: join(home, "gone") });
    expect(piResume.folderOf(SESSION, [project], env)).toBe(project);
  });

  test.each([
    ["another's", { type: "session", id: "other", cwd: "/" }],
    ["no session", { type: "message", id: SESSION, cwd: "/" }],
    ["no object", [1]],
  ])("has no record in a file that is %s", (_, row) => {
    record(row);
    expect(piResume.folderOf(SESSION, [project], env)).toBeUndefined();
  });

  test.each(["", "-p", "../x", "a/b", "x".repeat(500)])("is never called %j", (name) => {
    expect(piResume.folderOf(name, [project], env)).toBeUndefined();
  });
});
