import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readPrivate, replacePrivate, secureFolder } from "./folder.js";

/** The original of a file of the user's that Tidemark changed. */
export interface Backup {
  readonly path: string;
  /** By default Claude Code. */
  readonly agent?: string;
  readonly existed: boolean;
  /** The hash of the bytes Tidemark wrote, to see whether somebody changed the file since. */
  readonly sha256: string;
  readonly at: number;
  /** Its name in the backup folder; undefined if the file did not exist. */
  readonly original?: string;
  /** The topmost folder that was made for the file. */
  readonly madeFolder?: string;
}

const MAX_MANIFEST_BYTES = 16_777_216;

export function agentOf({ agent }: Backup): string {
  return agent ?? "claude";
}

export function backupFolder(home: string): string {
  return join(home, "backup");
}

export function readBackups(home: string): Backup[] {
  try {
    const value: unknown = JSON.parse(readPrivate(manifestPath(home), MAX_MANIFEST_BYTES) ?? "[]");
    return Array.isArray(value) ? value.filter(isBackup) : [];
  } catch {
    return []; // A damaged list. `remove` then edits the files instead of restoring them.
  }
}

interface BackedUp extends Pick<Backup, "path" | "agent" | "at" | "madeFolder"> {
  readonly original?: Uint8Array;
  readonly written: Uint8Array;
}

/** Call it before the file is written, so that a crash loses nothing. */
export function keepBackup(home: string, file: BackedUp): void {
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

/** Undefined if the file did not exist, or if its original was lost; `existed` distinguishes them. */
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
    // Only a name of ours, never another path.
    (existed
      ? typeof original === "string" && /^[0-9a-f]{16}\.original$/.test(original)
      : original === undefined) &&
    (madeFolder === undefined || typeof madeFolder === "string")
  );
}
