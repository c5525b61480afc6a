import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { dataHome, type Env } from "../../host/env.js";
import { secureFolder } from "../../host/folder.js";
import { readPrivate, replacePrivate } from "../../host/private-file.js";
import { isSessionName } from "../record/session-name.js";
import { awaitTail, lastWords } from "./transcript.js";

/** Where a session's record lies, and whose it is. */
export interface Recording {
  readonly session: string;
  readonly transcript: string;
  readonly env: Env;
}

/** The record up to the stop that was called at this time; "" if it does not come so far in time. */
export function readStop({ session, transcript, env }: Recording, timestamp: number | undefined): string {
  if (timestamp === undefined) return "";
  const tail = awaitTail(transcript, env, timestamp);
  // Copilot CLI waits for this hook: the next one of the session looks again.
  if (tail === undefined) noteMissed(session, timestamp, env);
  return tail ?? "";
}

/** The closing words of the last turn if the record had not come so far when that turn ended. They are told once. */
export function missedClosing({ session, transcript, env }: Recording): string | undefined {
  const timestamp = takeMissed(session, env);
  if (timestamp === undefined) return undefined;
  return lastWords(awaitTail(transcript, env, timestamp) ?? "").at(-1);
}

function noteMissed(session: string, timestamp: number, env: Env): void {
  const file = noteFile(session, env);
  if (file === undefined) return;
  try {
    secureFolder(join(file, ".."));
    replacePrivate(file, String(timestamp));
  } catch {
    // Without a note these words stay missed; the turn itself is recorded all the same.
  }
}

function takeMissed(session: string, env: Env): number | undefined {
  const file = noteFile(session, env);
  const timestamp = file === undefined ? undefined : readPrivate(file, 32);
  if (file === undefined || timestamp === undefined) return undefined;
  try {
    unlinkSync(file);
  } catch {
    return undefined; // A note that stays would tell the same words again and again.
  }
  return Number(timestamp);
}

/** Beside the counts of tool calls: what a session leaves there goes after a week. */
function noteFile(session: string, env: Env): string | undefined {
  return isSessionName(session) ? join(dataHome(env), "count", `closing-${session}`) : undefined;
}
