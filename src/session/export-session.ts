import { rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { TidemarkError } from "../error.js";
import type { Envelope } from "../event/envelope.js";
import { sha256 } from "../host/file/backup.js";
import { writeOutput } from "../host/file/output-file.js";
import { entryAt, readTree } from "../host/file/tree.js";
import type { SessionState, TurnState } from "../model/fold/session/session-state.js";
import { originEvents } from "../model/lineage.js";
import { sessionEvents } from "../model/session-events.js";
import { dropExportedFile, type ExportedFile, keepExportedFile, readExportedFiles } from "./exported-file.js";
import { type Viewpoint, type WholeState, wholeState } from "./whole-state.js";

/** A session to hand on: what is known of it, and all that was recorded, redacted as it is stored. */
export interface SessionExport {
  readonly format: "tidemark-session";
  readonly version: 1;
  readonly exportedAt: number;
  readonly state: WholeState;
  readonly turns: readonly TurnState[];
  /** The messages of other sessions with which it began. */
  readonly origin: readonly Envelope[];
  readonly events: readonly Envelope[];
}

export function exportSession(from: Viewpoint, state: SessionState): SessionExport {
  const events = sessionEvents(from, state);
  return {
    format: "tidemark-session",
    version: 1,
    exportedAt: from.now,
    state: wholeState(from, state, events),
    turns: from.store.turns(state.project, state.session),
    origin: originEvents(from, state),
    events: events.all,
  };
}

/** How a session is written into a file: the door knows. */
export type RenderExport = (exported: SessionExport, format: ExportedFile["format"]) => string;

export interface FilesAgain {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Changed by somebody else since, or gone from where they were: what they said may still be somewhere. */
  readonly left: readonly string[];
}

/** Which exports are concerned: what their session said was forgotten, or they still say it. */
export interface Concern {
  has(project: string, session: string): boolean;
  isIn(text: string): boolean;
}

const MOST_BYTES = 256 * 1_048_576;

/** The files that say what is to be forgotten, or are of a session that has it. */
export function concernedFiles(home: string, concern: Concern): string[] {
  return readExportedFiles(home)
    .filter((exported) => isConcerned(exported, concern))
    .map(({ file }) => file);
}

/**
 * Writes files that sessions were exported into anew, without what was forgotten since; that of a session which is gone is
 * removed. What is no longer as it was written is left.
 */
export function exportFilesAgain(from: Viewpoint, concern: Concern, render: RenderExport): FilesAgain {
  const again: { [K in keyof FilesAgain]: string[] } = { written: [], removed: [], left: [] };
  for (const exported of readExportedFiles(from.home)) {
    if (!isConcerned(exported, concern)) continue;
    const became = oneAgain(from, exported, render);
    again[became].push(exported.file);
    // Its name may be what is to be forgotten, and nothing more can be done about what is left.
    if (became !== "written" || concern.isIn(JSON.stringify(exported)))
      dropExportedFile(from.home, exported.file);
  }
  return again;
}

function oneAgain(from: Viewpoint, exported: ExportedFile, render: RenderExport): keyof FilesAgain {
  const { file, project, session, format, isPacked, sum } = exported;
  const present = bytesOf(file);
  if (present === undefined || sha256(present) !== sum) return "left";
  const state = from.store.session(project, session)?.state;
  if (state === undefined) {
    rmSync(file, { force: true });
    return "removed";
  }
  const text = render(exportSession(from, state), format);
  const bytes = isPacked ? gzipSync(text) : Buffer.from(text);
  try {
    writeOutput(file, bytes);
  } catch (error) {
    if (error instanceof TidemarkError) return "left"; // Its folder was closed to us since.
    throw error;
  }
  keepExportedFile(from.home, { ...exported, at: from.now, sum: sha256(bytes) });
  return "written";
}

function isConcerned(exported: ExportedFile, concern: Concern): boolean {
  if (concern.has(exported.project, exported.session) || concern.isIn(JSON.stringify(exported))) return true;
  const bytes = bytesOf(exported.file);
  const text = bytes === undefined ? "" : textOf(bytes, exported.isPacked);
  return concern.isIn(text);
}

function bytesOf(file: string): Buffer | undefined {
  const [folder, name] = [dirname(file), basename(file)];
  if (entryAt(folder, name)?.is !== "file") return undefined;
  const bytes = readTree(folder, name, MOST_BYTES);
  return typeof bytes === "string" ? undefined : bytes;
}

function textOf(bytes: Buffer, isPacked: boolean): string {
  try {
    return (isPacked ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes).toString("utf8");
  } catch {
    return ""; // It is no longer what was written.
  }
}
