import { closeSync, fstatSync, writeSync } from "node:fs";
import { join } from "node:path";
import { APPEND, openPrivate, readPrivate, replacePrivate, secureFolder } from "./file/folder.js";

/** An error of a hook. Hooks show nothing to the agent, so this is its only trace. */
export interface ErrorNote {
  readonly at: number;
  readonly agent: string;
  readonly hook: string;
  readonly error: string;
}

const MAX_LOG_BYTES = 65_536;
const MAX_ERROR_CHARS = 1_000;

export function logFolder(home: string): string {
  return join(home, "log");
}

/** Leaves a note for `doctor`. Never throws, because the caller is handling a failure. */
export function noteError(home: string, note: ErrorNote): void {
  try {
    secureFolder(home);
    secureFolder(logFolder(home));
    const { at, agent, hook, error } = note;
    const line = JSON.stringify({
      at,
      agent,
      hook: hook.slice(0, 100),
      error: error.slice(0, MAX_ERROR_CHARS),
    });
    const fd = openPrivate(logFile(home), APPEND);
    let size: number;
    try {
      writeSync(fd, `${line}\n`);
      size = fstatSync(fd).size;
    } finally {
      closeSync(fd);
    }
    if (size > MAX_LOG_BYTES) keepNewestHalf(home);
  } catch {
    // A full disk or a broken data folder: the note is lost.
  }
}

/** The notes, oldest first, without torn or malformed lines. */
export function readErrors(home: string): ErrorNote[] {
  return readLog(home)
    .split("\n")
    .flatMap((line) => readNote(line) ?? []);
}

function readLog(home: string): string {
  return readPrivate(logFile(home), 2 * MAX_LOG_BYTES) ?? "";
}

function logFile(home: string): string {
  return join(logFolder(home), "hook.jsonl");
}

function keepNewestHalf(home: string): void {
  const half = readLog(home).slice(-MAX_LOG_BYTES / 2);
  replacePrivate(logFile(home), half.slice(half.indexOf("\n") + 1));
}

function readNote(line: string): ErrorNote | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isNote(value) ? value : undefined;
  } catch {
    return undefined; // Torn.
  }
}

function isNote(value: unknown): value is ErrorNote {
  if (typeof value !== "object" || value === null) return false;
  const note: { at?: unknown; agent?: unknown; hook?: unknown; error?: unknown } = value;
  const texts = [note.agent, note.hook, note.error];
  return typeof note.at === "number" && texts.every((text) => typeof text === "string");
}
