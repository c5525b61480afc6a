import { rmSync } from "node:fs";
import { join } from "node:path";
import type { EventData } from "../../event/registry.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import { lockHolder } from "../../host/file/lock.js";
import { isAlive } from "../../host/process/process.js";

/** Records that something is being forgotten, but never what. */
export interface ForgetNote {
  readonly by: EventData<"history.forgotten">["by"];
  readonly at: number;
}

/** The latest time that a Date can hold. */
const MAX_TIME = 8.64e15;

export function beginForgetting(home: string, note: ForgetNote): void {
  replacePrivate(noteFile(home), JSON.stringify(note));
}

export function endForgetting(home: string): void {
  rmSync(noteFile(home), { force: true });
}

/** A forgetting that was interrupted, so copies may be left. */
export function unfinishedForgetting(home: string): ForgetNote | undefined {
  const text = readPrivate(noteFile(home), 256);
  const holder = lockHolder(join(home, "forget.lock"));
  if (text === undefined || (holder !== undefined && isAlive(holder) === true)) return undefined;
  try {
    return readNote(JSON.parse(text));
  } catch {
    return readNote({}); // Cut short by the interruption.
  }
}

function readNote(value: unknown): ForgetNote {
  const { by, at }: { by?: unknown; at?: unknown } = typeof value === "object" && value !== null ? value : {};
  const known = (["event", "session", "path", "pattern"] as const).find((word) => word === by);
  return { by: known ?? "pattern", at: typeof at === "number" && at <= MAX_TIME ? at : 0 };
}

function noteFile(home: string): string {
  return join(home, "forget.unfinished");
}
