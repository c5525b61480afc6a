import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { EventData } from "../../event/registry.js";
import { listFolder } from "../../host/file/foreign-file.js";
import { readAt } from "../../journal/file.js";
import type { Store } from "../../model/store/store.js";

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

/** The size of the whole data folder, by kind. */
export function usageOf(home: string): Usage[] {
  const found = new Map<UsageKind, { bytes: number; files: number }>();
  eachFile(home, "", (name, bytes) => {
    const kind = usageKind(name);
    const { bytes: before = 0, files = 0 } = found.get(kind) ?? {};
    found.set(kind, { bytes: before + bytes, files: files + 1 });
  });
  return KINDS.map((kind) => ({ kind, ...(found.get(kind) ?? { bytes: 0, files: 0 }) }));
}

export function bytesOf(path: string): number {
  let sum = 0;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory())
    eachFile(path, "", (_, bytes) => {
      sum += bytes;
    });
  else sum = stat?.size ?? 0;
  return sum;
}

/** The size of the memory on disk, without the copy of the program and the backups of settings. */
export function memorySize(home: string): number {
  return readdirSync(home)
    .filter((name) => name !== "program" && name !== "backup")
    .reduce((sum, name) => sum + bytesOf(join(home, name)), 0);
}

export interface Freed extends EventData<"space.freed"> {
  readonly at: number;
}

/** The last time that something of a project was removed because of the disk quota. */
export function lastFreed(home: string, store: Store, project: string): Freed | undefined {
  const pointer = store.events(project, "").findLast(({ type }) => type === "space.freed");
  if (pointer === undefined) return undefined;
  const [reading] = readAt(home, pointer.file, [pointer]);
  if (reading?.is !== "event" || reading.event.type !== "space.freed") return undefined;
  return { ...reading.event.data, at: reading.event.at };
}

function usageKind(name: string): UsageKind {
  if (name.startsWith("journal/archive/")) return "packed journal";
  if (name.startsWith("journal/")) return "journal";
  if (name.startsWith("tidemark.db")) return "database";
  if (name.startsWith("checkpoint/")) return "checkpoints";
  if (name.startsWith("recall/")) return "answers";
  return name.startsWith("program/") ? "program" : "other";
}

function eachFile(home: string, folder: string, visit: (name: string, bytes: number) => void): void {
  for (const entry of listFolder(join(home, folder))) {
    const name = folder === "" ? entry : `${folder}/${entry}`;
    const stat = lstatSync(join(home, name), { throwIfNoEntry: false });
    if (stat?.isDirectory()) eachFile(home, name, visit);
    else if (stat !== undefined) visit(name, stat.size);
  }
}
