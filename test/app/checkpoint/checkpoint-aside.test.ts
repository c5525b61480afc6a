import { existsSync, mkdirSync, mkdtempSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { checkpointAside } from "../../../src/app/checkpoint/checkpoint-aside.js";
import { guardCommand } from "../../../src/app/checkpoint/guard-command.js";
import { startCheckpoint, WANTED, waitForTaking } from "../../../src/app/checkpoint/start-checkpoint.js";
import type { Recorded } from "../../../src/app/record.js";
import { listCheckpoints } from "../../../src/checkpoint/list.js";
import { markFile } from "../../../src/checkpoint/mark.js";
import { now } from "../../../src/host/clock.js";
import { readErrors } from "../../../src/host/log.js";

const SCENE = { project: "photo-box", session: "s", agent: "claude" };

let recorded: Recorded;
let taking: string;

beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-aside-")));
  const root = join(folder, "photo-box");
  const home = join(folder, "data");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "one\n");
  const env = { PATH: process.env["PATH"], HOME: folder, TIDEMARK_HOME: home };
  recorded = { home, env, scene: { ...SCENE, at: now() }, place: { root } };
  taking = markFile(home, SCENE.project, root, "taking");
  mkdirSync(dirname(taking), { recursive: true, mode: 0o700 });
});

describe("a checkpoint that is made aside", () => {
  test("signs its mark whole, whoever signed before, and removes it in the end", () => {
    writeFileSync(taking, "99999999999999", { mode: 0o600 });
    const wanted = JSON.stringify({ reason: "tools", ...SCENE, root: recorded.place.root });
    expect(checkpointAside({ ...recorded.env, [WANTED]: wanted })).toBe(true);
    expect(existsSync(taking)).toBe(false);
    expect(listCheckpoints(recorded.home, SCENE.project)).toMatchObject([{ id: "c1", reason: "tools" }]);
    expect(readErrors(recorded.home)).toEqual([]);
  });

  test("is not waited for by a mark of old, even if its number is another process's now", () => {
    writeFileSync(taking, String(process.pid), { mode: 0o600 });
    expect(waitForTaking(recorded, 20)).toBe(false);
    utimesSync(taking, 1, 1);
    expect(waitForTaking(recorded, 20)).toBe(true);
  });

  test("that takes too long is noted, without the secrets of the command", () => {
    const hook = sleeper();
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    guardCommand(recorded, `psql ${token} -c 'DROP TABLE photo'`, hook);
    const [note, ...more] = readErrors(recorded.home);
    expect(more).toEqual([]);
    expect(note).toMatchObject({ hook: "checkpoint" });
    expect(note?.error).toMatch(/^The checkpoint before "psql \[redacted:/);
    expect(note?.error).not.toContain(token.slice(0, 12));
  });

  test("leaves no mark where its process cannot be started", () => {
    const { execPath } = process;
    process.execPath = join(recorded.home, "no-such-program");
    try {
      expect(startCheckpoint(recorded, { reason: "prompt" }, "hook.cjs")).toBe(false);
    } finally {
      process.execPath = execPath;
    }
    expect(existsSync(taking)).toBe(false);
  });
});

/** In place of the hook: signs, and is at work for longer than anybody waits. */
function sleeper(): string {
  const file = join(recorded.home, "sleeper.cjs");
  const sign = `require("node:fs").writeFileSync(${JSON.stringify(taking)}, String(process.pid));`;
  writeFileSync(file, `${sign} setTimeout(() => {}, 6_000);`);
  return file;
}
