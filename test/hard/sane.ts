import { expect } from "vitest";
import { type RunOptions, runCli } from "./hook-run.js";
import type { Room } from "./room.js";

/** A command that looks ends well and shows neither "-3 min ago" nor a date that is none. */
export async function expectSane(room: Room, args: readonly string[], options: RunOptions): Promise<void> {
  const { code, stdout, stderr } = await runCli(room, args, options);
  expect([args.join(" "), code, stderr]).toEqual([args.join(" "), 0, ""]);
  // Ids and options may have a dash before a number.
  expect(stdout, args.join(" ")).not.toMatch(
    /NaN|Invalid|undefined|(?:^|[\s:(,])-\d+(?:\.\d+)?\s*(?:ms|s|min|h|d|days?|weeks?|ago)?\b/m,
  );
}
