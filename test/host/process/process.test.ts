import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { isAlive, processSince } from "../../../src/host/process/process.js";

const onLinux = process.platform === "linux";

describe("a process", () => {
  test("without a number is neither there nor gone", () => {
    expect(isAlive(undefined)).toBeUndefined();
    expect(isAlive(undefined, "0a1b2c3d:1")).toBeUndefined();
  });

  test("is there while it runs, and gone afterwards", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const { pid } = child;
    if (pid === undefined) throw new Error("The child did not start.");
    const since = processSince(pid);
    expect(isAlive(pid)).toBe(true);
    expect(isAlive(pid, since)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isAlive(pid)).toBe(false);
    expect(isAlive(pid, since)).toBe(false);
    expect(processSince(pid)).toBeUndefined();
  });

  test.runIf(onLinux)("that has the number of an earlier one is another", () => {
    const since = processSince(process.pid);
    expect(since).toMatch(/^[0-9a-f]{8}:\d+$/);
    expect(isAlive(process.pid, since)).toBe(true);
    expect(isAlive(process.pid, `${since}0`)).toBe(false);
    expect(isAlive(process.pid, since?.replace(/^.{8}/, "ffffffff"))).toBe(false);
  });

  // The kernel puts the program's name, blanks and brackets and all, before the number.
  test.runIf(onLinux)("is known however it calls itself", async () => {
    const child = spawn(process.execPath, [
      "-e",
      "process.title = 'a) S 1 (b'; console.log(1); setInterval(() => {}, 1000)",
    ]);
    await once(child.stdout, "data");
    const { pid = 0 } = child;
    expect(processSince(pid)).toMatch(/^[0-9a-f]{8}:\d{2,}$/);
    expect(Number(processSince(pid)?.split(":")[1])).toBeGreaterThanOrEqual(
      Number(processSince(process.pid)?.split(":")[1]),
    );
    child.kill("SIGKILL");
  });
});
