import { closeSync, fstatSync, writeSync } from "node:fs";
import { join } from "node:path";
import { APPEND, openPrivate, secureFolder } from "./file/folder.js";
import { readPrivate, replacePrivate } from "./file/private-file.js";

/** What went wrong in a hook. A hook shows nothing to the agent, so this is the only trace of it. */
export interface ErrorNote {
  readonly at: number;
  readonly agent: string;
  readonly hook: string;
  readonly error: string;
}

const MOST = 65_536;
const LONGEST = 1_000;

export function logFolder(home: string): string {
  return join(home, "log");
}

/** Leaves a note for `doctor`. Never throws: the one who calls is already handling a failure. */
export function noteError(home: string, note: ErrorNote): void {
  try {
    secureFolder(home);
    secureFolder(logFolder(home));
    const { at, agent, hook, error } = note;
    const line = JSON.stringify({ at, agent, hook: hook.slice(0, 100), error: error.slice(0, LONGEST) });
    const fd = openPrivate(logFile(home), APPEND);
    let size: number;
    try {
      writeSync(fd, `${line}\n`);
      size = fstatSync(fd).size;
    } finally {
      closeSync(fd);
    }
    if (size > MOST) keepNewestHalf(home);
  } catch {
    // A full disk or a broken data folder: there is nowhere left to tell it.
  }
}

/** The notes, oldest first; lines that are torn or of another form are passed over. */
export function readErrors(home: string): ErrorNote[] {
  const text = readPrivate(logFile(home), 2 * MOST) ?? "";
  return text.split("\n").flatMap((line) => readNote(line) ?? []);
}

function logFile(home: string): string {
  return join(logFolder(home), "hook.jsonl");
}

function keepNewestHalf(home: string): void {
  const text = readPrivate(logFile(home), 2 * MOST) ?? "";
  const half = text.slice(-MOST / 2);
  replacePrivate(logFile(home), half.slice(half.indexOf("\n") + 1));
}

function readNote(line: string): ErrorNote | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isNote(value) ? value : undefined;
  } catch {
    return undefined; // Torn by a dying writer.
  }
}

function isNote(value: unknown): value is ErrorNote {
  if (typeof value !== "object" || value === null) return false;
  const note: { at?: unknown; agent?: unknown; hook?: unknown; error?: unknown } = value;
  const texts = [note.agent, note.hook, note.error];
  return typeof note.at === "number" && texts.every((text) => typeof text === "string");
}
