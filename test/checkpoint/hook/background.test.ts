import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Recorded } from "../../../src/capture/record.js";
import { markFile } from "../../../src/checkpoint/checkpoint.js";
import { checkpointAside } from "../../../src/checkpoint/hook/background.js";
import { guardCommand } from "../../../src/checkpoint/hook/guard-command.js";
import { isPlanDone } from "../../../src/checkpoint/hook/plan-done.js";
import {
  overtake,
  startCheckpoint,
  WANTED,
  waitForPrompt,
  waitForTaking,
} from "../../../src/checkpoint/hook/start.js";
import { listCheckpoints } from "../../../src/checkpoint/record.js";
import { now } from "../../../src/host/clock.js";
import { readErrors } from "../../../src/host/log.js";
import { redact } from "../../redact.js";

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
  recorded = { home, redact, env, scene: { ...SCENE, at: now() }, place: { root } };
  taking = markFile(home, SCENE.project, root, "taking");
  mkdirSync(dirname(taking), { recursive: true, mode: 0o700 });
});

describe("a checkpoint that is made aside", () => {
  test("signs its mark whole, whoever signed before, and removes it in the end", () => {
    writeFileSync(taking, "99999999999999", { mode: 0o600 });
    expect(make("tools")).toBe(true);
    expect(existsSync(taking)).toBe(false);
    expect(listCheckpoints(recorded.home, SCENE.project)).toMatchObject([{ id: "c1", reason: "tools" }]);
    expect(readErrors(recorded.home)).toEqual([]);
  });

  test("says that it is late where a call went on before all files were read, and only then", () => {
    overtake(recorded);
    const since = now() + 1;
    expect(make("prompt", since)).toBe(true);
    writeFileSync(join(recorded.place.root, "a.txt"), "two\n");
    expect(make("destructive", since - 1_000)).toBe(true);
    const made = listCheckpoints(recorded.home, SCENE.project);
    expect(made.map(({ reason, isLate }) => [reason, isLate]).sort()).toEqual([
      ["destructive", true],
      ["prompt", undefined],
    ]);
    const folder = join(recorded.home, "journal");
    const lines = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(lines.join("")).toContain('"isLate":true');
  });

  test("is overtaken by a call that does not wait for it any longer", () => {
    const mark = markFile(recorded.home, SCENE.project, recorded.place.root, "overtaken");
    waitForPrompt(recorded);
    expect(existsSync(mark)).toBe(false);
    writeFileSync(taking, String(process.pid), { mode: 0o600 });
    utimesSync(taking, now() / 1_000 - 3, now() / 1_000 - 3);
    waitForPrompt(recorded);
    expect(existsSync(mark)).toBe(true);
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

/** As the process does that a hook has started. */
function make(reason: string, since = now()): boolean {
  const wanted = JSON.stringify({ reason, ...SCENE, root: recorded.place.root, since });
  return checkpointAside({ ...recorded.env, [WANTED]: wanted }, isPlanDone);
}

/** In place of the hook: signs, and is at work for longer than anybody waits. */
function sleeper(): string {
  const file = join(recorded.home, "sleeper.cjs");
  const sign = `require("node:fs").writeFileSync(${JSON.stringify(taking)}, String(process.pid));`;
  writeFileSync(file, `${sign} setTimeout(() => {}, 6_000);`);
  return file;
}
