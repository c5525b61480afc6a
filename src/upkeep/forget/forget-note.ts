import { rmSync } from "node:fs";
import { join } from "node:path";
import type { EventData } from "../../event/registry.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import { isAlive } from "../../host/process/process.js";
import { turnHolder } from "../../host/turn.js";
import type { Finding } from "../finding.js";

/** That something is being forgotten; never what. */
export interface ForgetNote {
  readonly by: EventData<"history.forgotten">["by"];
  readonly at: number;
}

/** The last moment that a date can be: what is beyond was damaged. */
const LATEST = 8.64e15;

export function beginForgetting(home: string, note: ForgetNote): void {
  replacePrivate(noteFile(home), JSON.stringify(note));
}

export function endForgetting(home: string): void {
  rmSync(noteFile(home), { force: true });
}

/** A forgetting that was interrupted: what it was to forget may still be somewhere. */
export function unfinishedForgetting(home: string): ForgetNote | undefined {
  const text = readPrivate(noteFile(home), 256);
  const holder = turnHolder(join(home, "forget.lock"));
  if (text === undefined || (holder !== undefined && isAlive(holder) === true)) return undefined;
  try {
    return readNote(JSON.parse(text));
  } catch {
    return readNote({}); // Cut short by what interrupted it: it tells enough.
  }
}

/** For `doctor`. */
export function checkForgetting(home: string): Finding[] {
  const note = unfinishedForgetting(home);
  if (note === undefined) return [];
  const when = note.at > 0 ? ` on ${new Date(note.at).toISOString().slice(0, 10)}` : "";
  return [
    {
      name: "forget",
      ok: "warn",
      detail: `forgetting a ${note.by} began${when} and did not end`,
      hint: "Run the same tidemark forget again: what it has not reached is still there.",
    },
  ];
}

function readNote(value: unknown): ForgetNote {
  const { by, at }: { by?: unknown; at?: unknown } = typeof value === "object" && value !== null ? value : {};
  const known = (["event", "session", "path", "pattern"] as const).find((word) => word === by);
  return { by: known ?? "pattern", at: typeof at === "number" && at <= LATEST ? at : 0 };
}

function noteFile(home: string): string {
  return join(home, "forget.unfinished");
}
