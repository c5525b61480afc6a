import { join } from "node:path";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import { numberOf, recordNames } from "../record-name.js";
import type { Keeping } from "../shadow/keeping.js";

/** A name no checkpoint of the project had before, also none that is gone: events still speak of it. */
export function nextId(keeping: Keeping, kind: "c" | "t"): string {
  const path = join(keeping.folder, `next-${kind}`);
  const kept = recordNames(keeping.points)
    .filter((id) => id.startsWith(kind))
    .map(numberOf);
  const next = Math.max(Number(readPrivate(path)) || 1, ...kept.map((number) => number + 1));
  replacePrivate(path, String(next + 1));
  return `${kind}${next}`;
}
