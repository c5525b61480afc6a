import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { secureFolder } from "./folder.js";
import { readPrivate, replacePrivate } from "./private-file.js";

/** What a file of the user's was before Tidemark, and what Tidemark made of it. */
export interface Backup {
  readonly path: string;
  /** Whose file it is; where nothing is said, Claude Code's. */
  readonly agent?: string;
  readonly existed: boolean;
  /** Of the bytes Tidemark wrote: as long as the file has them, nobody else changed it. */
  readonly sha256: string;
  readonly at: number;
  /** The original's name in the backup folder; none where the file did not exist. */
  readonly original?: string;
  /** The topmost folder that was made for the file. */
  readonly madeFolder?: string;
}

const MOST = 16_777_216;

export function agentOf({ agent }: Backup): string {
  return agent ?? "claude";
}

export function backupFolder(home: string): string {
  return join(home, "backup");
}

export function readBackups(home: string): Backup[] {
  try {
    const value: unknown = JSON.parse(readPrivate(manifestPath(home), MOST) ?? "[]");
    return Array.isArray(value) ? value.filter(isBackup) : [];
  } catch {
    return []; // A damaged list: `remove` then edits the hooks out instead of putting originals back.
  }
}

/** Keeps the original of a file that is about to be written. Called before the write: a crash loses nothing. */
export function keepBackup(
  home: string,
  file: {
    readonly path: string;
    readonly agent?: string | undefined;
    readonly original: Uint8Array | undefined;
    readonly written: Uint8Array;
    readonly at: number;
    readonly madeFolder?: string | undefined;
  },
): void {
  const { path, agent, original, written, at, madeFolder } = file;
  const folder = backupFolder(home);
  secureFolder(home);
  secureFolder(folder);
  const name = `${sha256(Buffer.from(path)).slice(0, 16)}.original`;
  if (original !== undefined) replacePrivate(join(folder, name), original);
  const backup: Backup = {
    path,
    agent,
    existed: original !== undefined,
    sha256: sha256(written),
    at,
    original: original === undefined ? undefined : name,
    madeFolder,
  };
  writeManifest(home, [...readBackups(home).filter((other) => other.path !== path), backup]);
}

/** Undefined where the file did not exist, and where its original was lost (`existed` tells which). */
export function readOriginal(home: string, backup: Backup): Buffer | undefined {
  const path = backup.original && join(backupFolder(home), backup.original);
  return path && existsSync(path) ? readFileSync(path) : undefined;
}

export function dropBackup(home: string, path: string): void {
  const backups = readBackups(home);
  const dropped = backups.find((backup) => backup.path === path);
  if (!dropped) return;
  if (dropped.original) rmSync(join(backupFolder(home), dropped.original), { force: true });
  writeManifest(
    home,
    backups.filter((backup) => backup !== dropped),
  );
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function manifestPath(home: string): string {
  return join(backupFolder(home), "manifest.json");
}

function writeManifest(home: string, backups: readonly Backup[]): void {
  replacePrivate(manifestPath(home), `${JSON.stringify(backups, null, 2)}\n`);
}

function isBackup(value: unknown): value is Backup {
  if (typeof value !== "object" || value === null) return false;
  const { path, agent, existed, sha256, at, original, madeFolder }: { [K in keyof Backup]?: unknown } = value;
  return (
    typeof path === "string" &&
    (agent === undefined || typeof agent === "string") &&
    typeof existed === "boolean" &&
    typeof sha256 === "string" &&
    typeof at === "number" &&
    // A name of ours, never a path to elsewhere.
    (existed
      ? typeof original === "string" && /^[0-9a-f]{16}\.original$/.test(original)
      : original === undefined) &&
    (madeFolder === undefined || typeof madeFolder === "string")
  );
}
