import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SESSION, TakeContext } from "./checkpoint-room.js";

let room: TakeContext;
beforeEach(() => {
  room = new TakeContext();
});
afterEach(() => room.leave());

describe("before a shell command", () => {
  test("that destroys, the files are kept before it begins", () => {
    expect(room.aboutToRun("rm -rf src")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    // The hook is over, so the command runs now.
    const [made] = room.points();
    expect(made).toMatchObject({ id: "c1", reason: "destructive", label: "rm -rf src", session: SESSION });
    rmSync(join(room.project, "src"), { recursive: true });
    expect(room.kept(made, "src/app.ts")).toBe("first\n");
  });

  test("it is in the session's journal, without the secrets of the command", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    room.aboutToRun(`GH_TOKEN=x rm -rf src && curl -H 'Authorization: Bearer ${token}' https://example.org`);
    await room.made(1);
    room.aboutToRun(`rm -rf src --token=${token}`);
    await room.made(2);
    const lines = room.journal();
    const made = lines
      .filter((line) => line.includes('"checkpoint.created"'))
      .map((line) => JSON.parse(line));
    expect(made.map(({ session, data }) => [session, data.checkpoint, data.reason])).toEqual([
      [SESSION, "c1", "destructive"],
      [SESSION, "c2", "destructive"],
    ]);
    const everything = JSON.stringify([made, room.points(), lines]);
    expect(everything).not.toContain(token);
  });

  test("a file that is written anew counts where it is there", async () => {
    room.aboutToRun("echo x > src/new.ts");
    room.aboutToRun("echo x > src/app.ts");
    await room.settled();
    expect(
      room
        .points()
        .filter(({ reason }) => reason === "destructive")
        .map(({ label }) => label),
    ).toEqual(["echo x > src/app.ts"]);
  });

  test("that only reads or speaks of it, nothing is kept", async () => {
    room.aboutToRun("ls -la && cat src/app.ts");
    room.aboutToRun('git commit -m "rm -rf src"');
    await room.settled();
    expect(room.points()).toEqual([]);
  });

  test("that may change files, they are kept lightly if something has changed since", async () => {
    room.prompt();
    await room.made(1);
    room.aboutToRun("npm run build");
    expect(room.reasons()).toEqual(["prompt"]);
    room.write("src/app.ts", "second\n");
    room.edited("src/app.ts");
    room.aboutToRun("npm run build");
    await room.until(() => room.points().length === 2);
    expect(room.points()[1]).toMatchObject({ id: "t2", reason: "shell" });
    expect(room.kept(room.points()[1], "src/app.ts")).toBe("second\n");
    await room.settled();
    room.aboutToRun("npm run build");
    await room.settled();
    expect(room.points().length).toBe(2);
  });

  test("the one made at the prompt is waited for, so that it is from before", async () => {
    const { gate } = await room.heldUp();
    gate.openSoon();
    expect(room.aboutToWrite("src/app.ts", "third\n").status).toBe(0);
    // A machine may be so slow that even this takes too long: then it is said.
    const isSaid = room.marks("overtaken").length === 1;
    expect(isSaid || room.points().length === 2).toBe(true);
    room.write("src/app.ts", "third\n");
    await room.made(2);
    const [, made] = room.points();
    expect(made?.isLate === true || room.kept(made, "src/app.ts") === "second\n").toBe(true);
  });

  test("but only a little, and then it is late", async () => {
    const { gate } = await room.heldUp();
    const from = Date.now();
    expect(room.aboutToWrite("src/app.ts", "third\n").status).toBe(0);
    // It has answered while git still stands at the gate, and not at once.
    expect(room.reasons()).toEqual(["prompt"]);
    const [overtaken = ""] = room.marks("overtaken");
    expect(Number(readFileSync(overtaken, "utf8")) - from).toBeGreaterThanOrEqual(1_500);
    gate.open();
    await room.made(2);
    expect(room.points().map(({ isLate }) => isLate)).toEqual([undefined, true]);
  });

  test("one that takes too long is told to doctor, and finished beside the command", async () => {
    room.prompt();
    await room.settled();
    for (const file of room.marks("took")) writeFileSync(file, "9000");
    const gate = room.slowGit();
    expect(room.aboutToRun("git reset --hard", gate.env).status).toBe(0);
    // It has answered while git still stands at the gate; an agent grants it five seconds.
    expect(room.reasons()).toEqual(["prompt"]);
    expect(room.errors()).toMatchObject([
      {
        hook: "checkpoint",
        error: expect.stringContaining('"git reset --hard" was not finished in 4.2 seconds'),
      },
    ]);
    gate.open();
    await room.until(() => room.reasons().includes("destructive"));
    expect(room.points().map(({ reason, isLate }) => [reason, isLate])).toEqual([
      ["prompt", undefined],
      ["destructive", true],
    ]);
    expect(room.stage.cli(["checkpoint", "list"]).stdout).toContain("already running: may lack files");
    expect(room.stage.cli(["checkpoint", "show", "c1"]).stdout).toMatch(/late +made while the command/);
    const { stdout } = room.stage.cli(["checkpoint", "restore", "c1", "--dry-run"]);
    expect(stdout).toContain("t1 is from before it, and whole: tidemark checkpoint restore t1");
  });

  test("the first one of all, still being made then, is late as well", async () => {
    const gate = room.slowGit();
    room.hook("SessionStart", { source: "startup" }, gate.env);
    await room.makerAt(gate);
    expect(room.aboutToRun("rm -rf src", gate.env).status).toBe(0);
    gate.open();
    await room.made(2);
    expect(room.points().map(({ reason, isLate }) => [reason, isLate])).toEqual([
      ["start", true],
      ["destructive", true],
    ]);
  });
});
