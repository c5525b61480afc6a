import { readFileSync, writeFileSync } from "node:fs";
import type { Random } from "./random.js";

/** What happened to a file: bytes from `start` to `end` of the original are not what they were, or no longer there. */
export interface Damage {
  readonly how: (typeof WAYS)[number];
  readonly start: number;
  readonly end: number;
}

const WAYS = ["flip", "flip", "overwrite", "zeros", "cut", "remove", "insert"] as const;

/** Damages a file at a random place, in one of the ways that disks, power cuts and careless programs do it. */
export function damage(path: string, random: Random): Damage {
  const bytes = readFileSync(path);
  const how = random.pick(WAYS);
  const start = random.int(0, Math.max(0, bytes.length - 1));
  const length = how === "flip" ? 1 : how === "zeros" ? random.int(64, 4_096) : random.int(1, 64);
  const end =
    how === "cut" ? bytes.length : how === "insert" ? start : Math.min(bytes.length, start + length);
  writeFileSync(path, changed(bytes, { how, start, end }, random), { mode: 0o600 });
  return { how, start, end };
}

function changed(bytes: Buffer, { how, start, end }: Damage, random: Random): Buffer {
  const [before, hit, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
  switch (how) {
    case "flip":
      return Buffer.concat([before, Buffer.from([(hit[0] ?? 0) ^ random.int(1, 255)]), after]);
    case "overwrite":
      return Buffer.concat([before, random.bytes(hit.length), after]);
    case "zeros":
      return Buffer.concat([before, Buffer.alloc(hit.length), after]);
    case "cut":
      return before;
    case "remove":
      return Buffer.concat([before, after]);
    case "insert":
      return Buffer.concat([before, random.bytes(random.int(1, 64)), after]);
  }
}
