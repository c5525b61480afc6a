import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const DAY = 86_400_000;
let stage: Stage;
beforeAll(() => {
  stage = new Stage();
  mkdirSync(stage.home, { mode: 0o700 });
  // Light ones would be made in the background, whenever there is time.
  writeFileSync(join(stage.home, "config.json"), '{"checkpoints":false}', { mode: 0o600 });
  for (let n = 0; n < 13; n++) work(`session-${n}`, (20 - n) * 10);
  stage.run("hook.cjs", ["tend"], "");
});

function work(session: string, days: number): void {
  const env = { TIDEMARK_CLOCK_OFFSET: String(-days * DAY) };
  stage.hook("UserPromptSubmit", session, { prompt: `Mend the ${session} gallery` }, env);
  stage.hook("Stop", session, { last_assistant_message: "Mended." }, env);
}

function archive(): string[] {
  const folder = join(stage.home, "journal", "archive");
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".gz"))
        .sort()
    : [];
}

interface Going {
  readonly what: string;
  readonly name?: string;
  readonly id?: string;
}

const named = (leaving: Going[]) => leaving.map(({ what, name, id }) => `${what} ${name ?? id}`);

test("a session that is archived and packed is still found by all that look for it", () => {
  expect(stage.json(["sessions", "--status", "archived"]).length).toBeGreaterThan(2);
  expect(archive()).toHaveLength(13);
  expect(stage.json(["session", "session-0"]).turns.at(-1)).toMatchObject({
    request: "Mend the session-0 gallery",
  });
  expect(stage.cli(["history", "--session", "session-0", "--json"]).stdout).toContain("session-0 gallery");
  expect(JSON.stringify(stage.json(["recall", "session-0 gallery"]))).toContain("session-0 gallery");
  expect(stage.cli(["export", "session-0"]).stdout).toContain("session-0 gallery");
});

describe("clean", () => {
  test("shows what there is, and that nothing has to go", () => {
    const { status, stdout } = stage.cli(["clean", "--dry-run"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/packed journal +[\d.]+ KB +13 files/);
    expect(stdout).toContain("of 2 GB");
    expect(stdout).toContain("Nothing has to go.");
  });

  test("asks first", () => {
    const answer = join(stage.home, "tidemark.db.damaged");
    writeFileSync(answer, "old", { mode: 0o600 });
    utimesSync(answer, 1, 1);
    const { status, stderr } = stage.cli(["clean"]);
    expect(status).toBe(1);
    expect(stderr).toContain("--yes");
    expect(stage.json(["clean"])).toMatchObject({ applied: false, leaving: [{ what: "file" }] });
    expect(existsSync(answer)).toBe(true);
    expect(stage.cli(["clean", "--yes"]).stdout).toContain("Removed.");
    expect(existsSync(answer)).toBe(false);
  });

  test("refuses a quota that is none", () => {
    const { status, stderr } = stage.cli(["clean", "--quota", "lots"]);
    expect(status).toBe(2);
    expect(stderr).toContain("--quota takes a size");
    writeFileSync(join(stage.home, "config.json"), '{"quota":"lots"}', { mode: 0o600 });
    expect(stage.cli(["clean", "--dry-run"]).stderr).toContain('"quota" takes a size');
  });

  test("takes exactly what a dry run says", () => {
    const answers = join(stage.home, "recall");
    stage.cli(["status"]);
    const padding = join(stage.home, "tidemark.db.damaged");
    writeFileSync(padding, Buffer.alloc(3_000_000), { mode: 0o600 });
    writeFileSync(join(stage.home, "theirs"), Buffer.alloc(2_000_000), { mode: 0o600 });
    const before = archive();
    const dry = stage.json(["clean", "--quota", "1MB", "--dry-run"]);
    expect(archive()).toEqual(before);
    expect(existsSync(padding)).toBe(true);
    const done = stage.json(["clean", "--quota", "1MB", "--yes"]);
    expect(named(done.leaving)).toEqual(named(dry.leaving));
    const gone = named(dry.leaving).filter((line) => line.startsWith("part "));
    expect(gone).toHaveLength(3);
    // The oldest says which project it is: that line stays.
    expect(dry.leaving.find(({ what }: Going) => what === "part")).toMatchObject({ carried: 1 });
    const kept = before.filter((name) => !gone.slice(1).includes(`part journal/archive/${name}`));
    expect(archive()).toEqual(kept);
    expect(existsSync(padding)).toBe(false);
    expect(existsSync(answers) ? readdirSync(answers) : []).toEqual([]);
    expect(stage.json(["verify"])).toMatchObject({ same: true, missing: 0, sessions: 10 });
    expect(stage.cli(["status"]).stdout).toMatch(/quota +freed [\d.]+ MB on .*tidemark clean --dry-run/);
    expect(stage.json(["status"]).freed).toMatchObject({ parts: 3 });
  });
});
