import type { PastRecord } from "../../agent/past.js";
import { hash64 } from "../../capture/place/path.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";

/** How far a record was read: its size and time then, and where to go on. */
type Reached = readonly [bytes: number, modifiedAt: number, from: number];

const VERSION = 1;
const MOST = 16 << 20;

/** How far each record of one agent was read. They go by the hashes of their paths: a path may name what is to be forgotten. */
export class ImportNote {
  readonly #reached: Map<string, Reached>;

  constructor(private readonly path: string) {
    this.#reached = read(path);
  }

  /** Where to go on with a record; undefined where there is nothing new in it. */
  from({ path, bytes, modifiedAt }: PastRecord): number | undefined {
    const [size, time, from] = this.#reached.get(hash64(path)) ?? [0, 0, 0];
    if (size === bytes && time === modifiedAt) return undefined;
    // One that has become smaller was written anew.
    return bytes < size ? 0 : from;
  }

  /** It was read up to there, and to its end unless `isPart`. */
  reach({ path, bytes, modifiedAt }: PastRecord, from: number, isPart = false): void {
    this.#reached.set(hash64(path), isPart ? [0, 0, from] : [bytes, modifiedAt, from]);
  }

  keep(): void {
    replacePrivate(
      this.path,
      JSON.stringify({ version: VERSION, records: Object.fromEntries(this.#reached) }),
    );
  }
}

function read(path: string): Map<string, Reached> {
  try {
    const { version, records }: { version?: unknown; records?: unknown } = JSON.parse(
      readPrivate(path, MOST) ?? "{}",
    );
    if (version !== VERSION || typeof records !== "object" || records === null) return new Map();
    return new Map(Object.entries(records).filter(isReached));
  } catch {
    return new Map(); // Damaged: everything is read again, and what was told is known by its rows.
  }
}

function isReached(entry: [string, unknown]): entry is [string, Reached] {
  const [, value] = entry;
  return Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === "number");
}
