import { existsSync } from "node:fs";
import { join } from "node:path";
import { PASTS } from "../../agent/adapters.js";
import type { PastRecord } from "../../agent/past.js";
import { hash64 } from "../../capture/place/path.js";
import { dataHome, type Env } from "../../host/env.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";

/** How far a record was read: its size and time then, and where to continue. */
type Reached = readonly [bytes: number, modifiedAt: number, from: number];

const VERSION = 1;
const MAX_BYTES = 16 << 20;

/** How far each record of one agent was read. Paths are hashed, because they may name something that is forgotten later. */
export class ImportNote {
  readonly #reached: Map<string, Reached>;

  constructor(private readonly path: string) {
    this.#reached = read(path);
  }

  /** Where to continue with a record; undefined if there is nothing new in it. */
  from({ path, bytes, modifiedAt }: PastRecord): number | undefined {
    const [size, time, from] = this.#reached.get(hash64(path)) ?? [0, 0, 0];
    if (size === bytes && time === modifiedAt) return undefined;
    // A record that has become smaller was rewritten.
    return bytes < size ? 0 : from;
  }

  /** Notes that a record was read to this position, and to its end unless `isPart`. */
  reach({ path, bytes, modifiedAt }: PastRecord, from: number, isPart = false): void {
    this.#reached.set(hash64(path), isPart ? [0, 0, from] : [bytes, modifiedAt, from]);
  }

  save(): void {
    const note = { version: VERSION, records: Object.fromEntries(this.#reached) };
    replacePrivate(this.path, JSON.stringify(note));
  }
}

/** Counts the sessions, by file names alone, of the agents that nothing was imported from yet. */
export function countPast(env: Env): number {
  const folder = join(dataHome(env), "import");
  const fresh = PASTS.filter(({ name }) => !existsSync(join(folder, `${name}.json`)));
  return fresh.reduce((sum, past) => sum + past.count(env), 0);
}

function read(path: string): Map<string, Reached> {
  try {
    const { version, records }: { version?: unknown; records?: unknown } = JSON.parse(
      readPrivate(path, MAX_BYTES) ?? "{}",
    );
    if (version !== VERSION || typeof records !== "object" || records === null) return new Map();
    return new Map(Object.entries(records).filter(isReached));
  } catch {
    return new Map(); // Damaged, so read everything again; rows that are already imported are skipped.
  }
}

function isReached(entry: [string, unknown]): entry is [string, Reached] {
  const [, value] = entry;
  return Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === "number");
}
