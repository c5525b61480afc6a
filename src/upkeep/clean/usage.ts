import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What the data folder is full of. */
const KINDS = [
  "journal",
  "packed journal",
  "database",
  "checkpoints",
  "answers",
  "program",
  "other",
] as const;

type UsageKind = (typeof KINDS)[number];

export interface Usage {
  readonly kind: UsageKind;
  readonly bytes: number;
  readonly files: number;
}

/** The bytes of the whole data folder, by what they are. */
export function usageOf(home: string): Usage[] {
  const found = new Map<UsageKind, { bytes: number; files: number }>();
  walk(home, "", (name, bytes) => {
    const kind = kindOf(name);
    const { bytes: before = 0, files = 0 } = found.get(kind) ?? {};
    found.set(kind, { bytes: before + bytes, files: files + 1 });
  });
  return KINDS.map((kind) => ({ kind, ...(found.get(kind) ?? { bytes: 0, files: 0 }) }));
}

export function bytesOf(path: string): number {
  let sum = 0;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory())
    walk(path, "", (_, bytes) => {
      sum += bytes;
    });
  else sum = stat?.size ?? 0;
  return sum;
}

function kindOf(name: string): UsageKind {
  if (name.startsWith("journal/archive/")) return "packed journal";
  if (name.startsWith("journal/")) return "journal";
  if (name.startsWith("tidemark.db")) return "database";
  if (name.startsWith("checkpoint/")) return "checkpoints";
  if (name.startsWith("recall/")) return "answers";
  return name.startsWith("program/") ? "program" : "other";
}

function walk(home: string, folder: string, visit: (name: string, bytes: number) => void): void {
  let names: string[];
  try {
    names = readdirSync(join(home, folder));
  } catch {
    return; // Taken away while it was being counted.
  }
  for (const entry of names) {
    const name = folder === "" ? entry : `${folder}/${entry}`;
    const stat = lstatSync(join(home, name), { throwIfNoEntry: false });
    if (stat?.isDirectory()) walk(home, name, visit);
    else if (stat !== undefined) visit(name, stat.size);
  }
}
