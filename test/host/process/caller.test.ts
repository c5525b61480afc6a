import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { callerOf } from "../../../src/host/process/caller.js";
import { processSince } from "../../../src/host/process/process.js";

const isLinux = process.platform === "linux";

describe.skipIf(!isLinux)("who called", () => {
  test("is the process itself where it is no shell", () => {
    expect(callerOf(process.pid)).toEqual({ pid: process.pid, pidSince: processSince(process.pid) });
  });

  test("is found above the shells between", () => {
    // The innermost shell says its own number; above it there is one more, and above that is this process.
    const shell = spawn("sh", ["-c", "sh -c 'echo $$; read line; true'; true"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    return once(shell.stdout, "data").then(async ([chunk]) => {
      expect(callerOf(Number(String(chunk)))?.pid).toBe(process.pid);
      shell.stdin.end("\n");
      await once(shell, "exit");
    });
  });

  test("is nobody where there is no such process", () => {
    expect(callerOf(2_147_483_646)).toBeUndefined();
  });
});
