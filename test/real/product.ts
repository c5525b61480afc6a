import { spawnSync } from "node:child_process";
import { join } from "node:path";
import * as v from "valibot";

export const CLI = join(import.meta.dirname, "..", "..", "dist", "cli.js");

const StoredEvent = v.looseObject({
  id: v.string(),
  type: v.string(),
  session: v.optional(v.string()),
  agent: v.optional(v.string()),
  data: v.looseObject({
    source: v.optional(v.string()),
    reason: v.optional(v.string()),
    text: v.optional(v.string()),
    message: v.optional(v.string()),
    summary: v.optional(v.string()),
    tool: v.optional(v.string()),
    ok: v.optional(v.boolean()),
  }),
});
export type StoredEvent = v.InferOutput<typeof StoredEvent>;

/** Runs the built command line as a user would, in the surroundings of one test. */
export function tidemark(args: string[], place: { env: Record<string, string>; cwd: string }): string {
  const done = spawnSync(process.execPath, [CLI, ...args], { ...place, encoding: "utf8" });
  if (done.status !== 0)
    throw new Error(`tidemark ${args.join(" ")} ended with ${done.status}: ${done.stderr}`);
  return done.stdout;
}

export function readHistory(lines: string): StoredEvent[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => v.parse(StoredEvent, JSON.parse(line)));
}
