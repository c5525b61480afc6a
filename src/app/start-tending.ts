import { join } from "node:path";
import { type Env, INSIDE } from "../host/env.js";
import { readPrivate, replacePrivate } from "../host/private-file.js";
import { utcDay } from "../journal/file.js";

/** Starts the housekeeping in a process of its own, once a day, without waiting for it. */
export function startTending(home: string, env: Env, now: number, hook: string): void {
  const file = join(home, "tended");
  const today = utcDay(now);
  if (readPrivate(file, 64) === today) return;
  replacePrivate(file, today);
  // Loaded only once a day, here.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(process.execPath, [hook, "tend"], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
    env: { ...env, TIDEMARK_HOME: home, [INSIDE]: "1" },
  });
  child.unref();
}
