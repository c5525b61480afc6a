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

/** An exported session: its state and all recorded events, redacted as they are stored. */
export interface SessionExport {
  readonly format: "tidemark-session";
  readonly version: 1;
  readonly exportedAt: number;
  readonly state: WholeState;
  readonly turns: readonly TurnState[];
  /** The messages of the sessions that it continues. */
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

/** Formats a session for a file. The command line passes it in. */
export type RenderExport = (exported: SessionExport, format: ExportedFile["format"]) => string;

export interface FilesAgain {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files that somebody changed or moved since, so their text may still exist somewhere. */
  readonly left: readonly string[];
}

/** Selects exports: those of a session that lost something, and those that contain a forgotten text. */
export interface Concern {
  has(project: string, session: string): boolean;
  isIn(text: string): boolean;
}

const MAX_EXPORT_BYTES = 256 * 1_048_576;

/** The exported files that a removal concerns. */
export function concernedFiles(home: string, concern: Concern): string[] {
  return readExportedFiles(home)
    .filter((exported) => isConcerned(exported, concern))
    .map(({ file }) => file);
}

/** Rewrites exported files without what was forgotten. Files that changed since the export are left. */
export function exportFilesAgain(from: Viewpoint, concern: Concern, render: RenderExport): FilesAgain {
  const again: { [K in keyof FilesAgain]: string[] } = { written: [], removed: [], left: [] };
  for (const exported of readExportedFiles(from.home)) {
    if (!isConcerned(exported, concern)) continue;
    const outcome = rewriteExport(from, exported, render);
    again[outcome].push(exported.file);
    // Its name may have to be forgotten, and nothing more can be done about a file that is left.
    if (outcome !== "written" || concern.isIn(JSON.stringify(exported)))
      dropExportedFile(from.home, exported.file);
  }
  return again;
}

function rewriteExport(from: Viewpoint, exported: ExportedFile, render: RenderExport): keyof FilesAgain {
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
    if (error instanceof TidemarkError) return "left"; // Its folder is read-only now.
    throw error;
  }
  keepExportedFile(from.home, { ...exported, at: from.now, sum: sha256(bytes) });
  return "written";
}

function isConcerned(exported: ExportedFile, concern: Concern): boolean {
  if (concern.has(exported.project, exported.session) || concern.isIn(JSON.stringify(exported))) return true;
  const bytes = bytesOf(exported.file);
  return concern.isIn(bytes === undefined ? "" : unpack(bytes, exported.isPacked));
}

function bytesOf(file: string): Buffer | undefined {
  const [folder, name] = [dirname(file), basename(file)];
  if (entryAt(folder, name)?.is !== "file") return undefined;
  const bytes = readTree(folder, name, MAX_EXPORT_BYTES);
  return typeof bytes === "string" ? undefined : bytes;
}

function unpack(bytes: Buffer, isPacked: boolean): string {
  try {
    return (isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_EXPORT_BYTES }) : bytes).toString("utf8");
  } catch {
    return ""; // It changed since the export.
  }
}
