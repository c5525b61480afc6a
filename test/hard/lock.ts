import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Room } from "./room.js";

export interface Lock {
  /** Settles once the process that held the database is gone. */
  readonly ended: Promise<void>;
  isHeld(): boolean;
}

export interface LockOptions {
  readonly seconds: number;
  /** `writer` keeps other writers out, `exclusive` also readers. */
  readonly mode: "writer" | "exclusive";
}

/** Lets a process of its own hold the database, from now on. */
export async function lockDatabase(room: Room, { seconds, mode }: LockOptions): Promise<Lock> {
  const path = join(room.data, "tidemark.db");
  writeFileSync(path, "", { flag: "a" });
  chmodSync(path, 0o600);
  const program = join(import.meta.dirname, "lock-database.mjs");
  const child = spawn(process.execPath, [program, path, String(seconds), mode], {
    env: room.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let isHeld = true;
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      isHeld = false;
      if (code === 0) resolve();
      else reject(new Error(`the locker ended with ${code}`));
    });
  });
  const locked = new Promise<void>((resolve) => {
    child.stdout.on("data", (bytes: Buffer) => {
      const said = bytes.toString();
      if (said.includes("locked")) resolve();
      if (said.includes("free")) isHeld = false;
    });
  });
  await Promise.race([locked, ended]);
  return { ended, isHeld: () => isHeld };
}
