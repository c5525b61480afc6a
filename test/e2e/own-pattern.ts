import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { expect } from "vitest";
import { Stage } from "./stage.js";

export const SECRET = "ACME-12345";
export const TEXT = `ask ${SECRET} about the upload`;

/** A stage in which only `config.json` calls the text a secret. */
export function stageWithPattern(isKeeping: boolean): Stage {
  const stage = new Stage("main", isKeeping);
  mkdirSync(stage.home, { mode: 0o700 });
  const config = JSON.stringify({ redact: ["ACME-[0-9]+"] });
  writeFileSync(join(stage.home, "config.json"), config, { mode: 0o600 });
  return stage;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "config.json")
    .map((entry) => join(entry.parentPath, entry.name));
}

function textOf(path: string): string {
  const bytes = bytesOf(path);
  if (path.endsWith(".gz")) return gunzipSync(bytes).toString("latin1");
  if (!path.includes(`${sep}objects${sep}`) || path.includes(`${sep}pack${sep}`))
    return bytes.toString("latin1");
  return inflateSync(bytes).toString("latin1");
}

/** A process of the background may have removed its lock since the folder was listed. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (path.endsWith(".lock") && !existsSync(path)) return Buffer.of();
    throw error;
  }
}

/** Searches the whole data folder, also what is compressed. */
export function expectNothingKept(stage: Stage): void {
  const files = filesIn(stage.home);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((path) => path.includes(SECRET) || textOf(path).includes(SECRET))).toEqual([]);
}

interface Line {
  readonly type: string;
  readonly session: string;
  readonly data: unknown;
}

export function eventsOf(stage: Stage, session?: string): Line[] {
  return filesIn(join(stage.home, "journal"))
    .flatMap((path) => textOf(path).split("\n"))
    .filter((line) => line.startsWith("{"))
    .map((line): Line => JSON.parse(line))
    .filter((event) => session === undefined || event.session === session);
}

/** The types of events in which something was taken out. */
export function redactedTypes(stage: Stage): string[] {
  const found = eventsOf(stage).filter((event) => JSON.stringify(event).includes("[redacted:own]"));
  return [...new Set(found.map(({ type }) => type))];
}
