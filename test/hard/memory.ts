import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { type RunOptions, runCli } from "./hook-run.js";
import type { Room } from "./room.js";

const StoredEvent = v.looseObject({
  id: v.string(),
  type: v.string(),
  session: v.string(),
  data: v.looseObject({}),
});
export type StoredEvent = v.InferOutput<typeof StoredEvent>;

const Verified = v.looseObject({
  same: v.boolean(),
  events: v.number(),
  sessions: v.number(),
  badLines: v.number(),
});

const Note = v.looseObject({ hook: v.string(), error: v.string() });

/** Everything that is stored, as `tidemark history` tells it. */
export async function readHistory(room: Room, options: RunOptions = {}): Promise<StoredEvent[]> {
  const { code, stdout, stderr } = await runCli(room, ["history", "--all", "--json"], options);
  if (code !== 0) throw new Error(`history ended with ${code}: ${stderr}`);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => v.parse(StoredEvent, JSON.parse(line)));
}

/** What `tidemark verify` says. */
export async function readVerified(room: Room): Promise<v.InferOutput<typeof Verified>> {
  const { stdout, stderr } = await runCli(room, ["verify", "--json"]);
  if (stdout === "") throw new Error(`verify said nothing: ${stderr}`);
  return v.parse(Verified, JSON.parse(stdout));
}

/** How many events carry each marker. */
export function countMarkers(events: readonly StoredEvent[], marker: RegExp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type, data } of events) {
    // It repeats what others said.
    if (type === "injection.made") continue;
    const found = new Set(JSON.stringify(data).match(marker) ?? []);
    for (const text of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** The errors that the hooks noted, as "hook: error". */
export function readNotes(room: Room): string[] {
  try {
    const lines = readFileSync(join(room.data, "log", "hook.jsonl"), "utf8").split("\n");
    return lines
      .filter((line) => line !== "")
      .map((line) => v.parse(Note, JSON.parse(line)))
      .map(({ hook, error }) => `${hook}: ${error}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Equal things with their number, the most frequent first. */
export function tally(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([text, count]) => `${count}x ${text}`);
}
