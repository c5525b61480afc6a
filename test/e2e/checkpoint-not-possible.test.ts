import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storageAt } from "../../src/checkpoint/shadow/storage.js";
import { isAlive } from "../../src/host/process/process.js";
import { TakeContext } from "./checkpoint-room.js";

let room: TakeContext;
beforeEach(() => {
  room = new TakeContext();
});
afterEach(() => room.leave());

describe("where it is not wanted or not possible", () => {
  test.each([
    ["by the environment", () => ({ TIDEMARK_CHECKPOINTS: "off" })],
    [
      "by the configuration",
      () => {
        mkdirSync(room.home, { mode: 0o700 });
        writeFileSync(join(room.home, "config.json"), '{ "checkpoints": false }', { mode: 0o600 });
        return {};
      },
    ],
  ])("switched off %s, nothing is kept", (_, prepare) => {
    const env: Record<string, string> = prepare();
    room.prompt("x", env);
    room.aboutToRun("rm -rf src", env);
    room.hook("PreCompact", { trigger: "auto" }, env);
    // Whoever starts one makes its folder first.
    expect(room.keepings()).toEqual([]);
    expect(room.errors()).toEqual([]);
  });

  test("a folder without git is kept too", async () => {
    rmSync(join(room.project, ".git"), { recursive: true });
    room.prompt();
    await room.until(() => room.points().length === 1);
    expect(room.kept(room.points()[0], "src/app.ts")).toBe("first\n");
    expect(existsSync(join(room.project, ".git"))).toBe(false);
  });

  test("a folder inside the data folder is not", async () => {
    const cwd = join(room.home, "inside");
    room.prompt();
    await room.made(1);
    mkdirSync(cwd);
    room.hook("PreCompact", { trigger: "auto", cwd });
    expect(room.keepings()).toHaveLength(1);
    await room.settled();
    expect(room.reasons()).toEqual(["prompt"]);
  });

  test("a folder that is not there is named, and has no repository", async () => {
    const cwd = join(room.stage.root, "gone");
    expect(room.hook("UserPromptSubmit", { prompt: "x", cwd })).toMatchObject({ status: 0, stderr: "" });
    await room.until(() => room.marks("unable").length === 1);
    await room.settled();
    expect(room.errors()).toMatchObject([{ error: `No checkpoint can be made: ${cwd} is not there.` }]);
    expect(room.keepings().map((folder) => existsSync(storageAt(folder).git))).toEqual([false]);
  });

  test("without git on the machine there is one note, and the work goes on", async () => {
    const bare = join(room.stage.root, "bare");
    mkdirSync(bare);
    symlinkSync(process.execPath, join(bare, "node"));
    const env = { PATH: bare };
    for (let n = 0; n < 3; n++) {
      expect(room.prompt("x", env)).toMatchObject({ status: 0, stderr: "" });
      await room.until(() => room.marks("unable").length === 1);
      await room.settled();
      expect(room.aboutToRun("rm -rf src", env)).toMatchObject({ status: 0, stderr: "" });
    }
    expect(room.points()).toEqual([]);
    expect(room.errors()).toMatchObject([
      { error: expect.stringMatching(/^No checkpoint can be made: .*git/i) },
    ]);
  });

  test("folders that were open to others are closed before they are used", async () => {
    room.prompt();
    room.ran("npm test");
    await room.made(1);
    const folders = [room.home, join(room.home, "checkpoint"), ...room.keepings(), join(room.home, "count")];
    for (const folder of folders) chmodSync(folder, 0o777);
    room.write("src/app.ts", "second\n");
    room.prompt("more");
    room.ran("npm test");
    await room.until(() => room.points().length === 2);
    expect(folders.map((folder) => statSync(folder).mode & 0o777)).toEqual(folders.map(() => 0o700));
    expect(room.errors()).toEqual([]);
  });

  test("one that is killed holds nobody up, and the next is made", async () => {
    const { gate, maker } = await room.heldUp();
    process.kill(maker, "SIGKILL");
    gate.open();
    await room.until(() => isAlive(maker) === false);
    room.aboutToRun("npm run build");
    // Whoever has waited in vain leaves word.
    expect(room.marks("overtaken")).toEqual([]);
    room.prompt("again");
    await room.until(() => room.points().some((point) => room.kept(point, "src/app.ts") === "second\n"));
  });

  test("one that never began is not waited for", async () => {
    room.prompt();
    await room.made(1);
    const taking = join(
      room.keepings()[0] ?? "",
      (room.marks("took")[0] ?? "").replace(/^.*took-/, "taking-"),
    );
    writeFileSync(taking, "", { mode: 0o600 });
    const old = statSync(taking).mtimeMs / 1_000 - 60;
    utimesSync(taking, old, old);
    room.aboutToRun("npm run build");
    expect(room.marks("overtaken")).toEqual([]);
    room.write("src/app.ts", "second\n");
    room.prompt("again");
    await room.until(() => room.points().length === 2);
  });
});
