import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import * as v from "valibot";
import { isWithin } from "../../capture/place/path.js";
import { TidemarkError } from "../../error.js";
import { sha256 } from "../../host/file/backup.js";
import {
  clearFolders,
  entryAt,
  readTree,
  removeFile,
  whyUnwritable,
  writeTree,
} from "../../host/file/tree.js";
import { readExportList, writeExportList } from "../../session/exported-file.js";
import type { ExportedAgain } from "../port.js";
import { type Document, isFileOf, isPackedName, readDocument, whyWrong, writeDocument } from "./document.js";
import type { Layout, LayoutName } from "./layout.js";
import { LAYOUTS, layoutNames } from "./layouts.js";
import { readProjects, renderLayout, sourcesOf } from "./render.js";
import type { When } from "./time.js";

export interface ExportRequest {
  readonly home: string;
  readonly layout: Layout;
  readonly folder: string;
  /** None means every project. */
  readonly project?: string;
  /** Only this session. */
  readonly session?: string;
  readonly when: When;
  readonly onProgress?: (events: number) => void;
}

interface PlannedFile {
  readonly path: string;
  readonly bytes: Buffer;
  /**
   * `own`: written by Tidemark and not changed since. `layout`: a file of that tool; it is copied first. `foreign`: any
   * other file; it is replaced only if a person agrees.
   */
  readonly over: "nothing" | "same" | "own" | "layout" | "foreign";
}

export interface ExportPlan extends ExportRequest {
  readonly files: readonly PlannedFile[];
  /** Written by an earlier export, unchanged, and no longer a part of it. */
  readonly stale: readonly string[];
}

const MAX_BYTES = 64 * 1_048_576;

/** Plans an export without changing anything. Throws if a file cannot be written safely. */
export function planExport(request: ExportRequest): ExportPlan {
  const { home, layout, project, session, when } = request;
  const folder = realFolder(request.folder);
  if (isWithin(folder, realFolder(home)))
    throw new TidemarkError("bad-argument", "A layout cannot be exported into Tidemark's own data folder.", {
      hint: "Name another folder with --to.",
    });
  const projects = readProjects(home, project, request.onProgress);
  if (layout.isOfOneProject && projects.size > 1)
    throw new TidemarkError("bad-argument", `The layout ${layout.name} has room for one project alone.`, {
      hint: "Go to the project's folder and export it there, without --all.",
    });
  const documents = renderLayout(layout, sourcesOf(layout, projects, when, session), when);
  const place = { layout: layout.name, folder };
  const before = readExported(home).find((other) => isSamePlace(other, place));
  const files = documents.map((document) => planFile(layout, folder, document, before));
  const paths = new Set(files.map(({ path }) => path));
  const stale = Object.entries(before?.files ?? {})
    .filter(([path, sum]) => !paths.has(path) && isFileOf(layout, path) && hasSum(folder, path, sum))
    .map(([path]) => path);
  return { ...request, folder, files, stale };
}

/** Writes the planned files atomically. Files of others are copied before they are replaced. */
export function applyExport(plan: ExportPlan, onProgress?: (files: number) => void) {
  const { home, layout, folder, project, session, when } = plan;
  const written: string[] = [];
  const backups: string[] = [];
  for (const { path, bytes, over } of plan.files) {
    if (over === "same") continue;
    if (over === "layout" || over === "foreign") backups.push(...keepCopy(folder, path));
    refuseUnsafe(folder, path);
    writeTree(folder, path, bytes);
    written.push(path);
    onProgress?.(written.length);
  }
  for (const path of plan.stale) {
    if (whyUnwritable(folder, path) !== undefined) continue;
    removeFile(folder, path);
    clearFolders(folder, path);
  }
  const files = Object.fromEntries(plan.files.map(({ path, bytes }) => [path, sha256(bytes)]));
  keepExported(home, { layout: layout.name, folder, project, session, at: when.now, files });
  return { written, removed: plan.stale, backups };
}

/**
 * Writes all earlier exports again without what was forgotten since, and keeps no copies. Files that somebody else changed
 * are left as they are. Drops the record of a folder that is gone.
 */
export function exportAgain(home: string, when: When): ExportedAgain[] {
  return readExported(home).flatMap((exported) => {
    if (!existsSync(exported.folder)) {
      keepExported(home, { ...exported, files: {} });
      return [];
    }
    try {
      return [again(home, exported, when)];
    } catch (error) {
      // A link is in the way now; the other exports are still written.
      if (!(error instanceof TidemarkError)) throw error;
      const { folder, files } = exported;
      return [{ folder, written: [], removed: [], left: Object.keys(files) }];
    }
  });
}

function again(home: string, exported: Exported, when: When): ExportedAgain {
  const { layout, folder, project, session } = exported;
  const plan = planExport({ home, layout: LAYOUTS[layout], folder, project, session, when });
  const files = plan.files.filter(({ over }) => over !== "layout" && over !== "foreign");
  const { written, removed } = applyExport({ ...plan, files });
  const left = Object.entries(exported.files)
    .filter(([path, sum]) => hasSum(folder, path, sum) === false && !written.includes(path))
    .map(([path]) => path);
  return { folder, written, removed, left };
}

function planFile(
  layout: Layout,
  folder: string,
  document: Document,
  before: Exported | undefined,
): PlannedFile {
  const { path } = document;
  // The name may come from the journal of another device.
  if (!isFileOf(layout, path) || path.split("/").some((name) => name === "" || name === "." || name === ".."))
    throw new TidemarkError("bad-argument", `"${path}" is no name of a file in the layout ${layout.name}.`);
  refuseUnsafe(folder, path);
  const plain = Buffer.from(writeDocument(document).text);
  const bytes = isPackedName(path) ? gzipSync(plain) : plain;
  if (entryAt(folder, path) === undefined) return { path, bytes, over: "nothing" };
  const present = readTree(folder, path, MAX_BYTES);
  if (typeof present === "string") return { path, bytes, over: "foreign" };
  if (present.equals(bytes)) return { path, bytes, over: "same" };
  if (before?.files[path] === sha256(present)) return { path, bytes, over: "own" };
  return { path, bytes, over: isOfLayout(layout, path, present) ? "layout" : "foreign" };
}

function isOfLayout(layout: Layout, path: string, bytes: Buffer): boolean {
  try {
    const text = (isPackedName(path) ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString();
    const document = readDocument({ path, text });
    return typeof document !== "string" && whyWrong(layout, document) === undefined;
  } catch {
    return false; // It does not unpack.
  }
}

function refuseUnsafe(folder: string, path: string): void {
  const why = whyUnwritable(folder, path);
  if (why === undefined) return;
  throw new TidemarkError("bad-argument", `${why} in ${folder}; Tidemark does not write there.`, {
    hint: "Move it away, or export to another folder.",
  });
}

/** Copies a file to a name that no layout reads. */
function keepCopy(folder: string, path: string): string[] {
  const bytes = readTree(folder, path, MAX_BYTES);
  if (typeof bytes === "string")
    throw new TidemarkError("bad-argument", `${path} in ${folder} cannot be kept: ${bytes}.`, {
      hint: "Move it away, or export to another folder.",
    });
  for (let n = 1; ; n++) {
    const copy = `${path}.backup${n === 1 ? "" : `-${n}`}`;
    if (entryAt(folder, copy) !== undefined) continue;
    writeTree(folder, copy, bytes);
    return [copy];
  }
}

/** Undefined if the file cannot be read. */
function hasSum(folder: string, path: string, sum: string): boolean | undefined {
  const bytes = readTree(folder, path, MAX_BYTES);
  return typeof bytes === "string" ? undefined : sha256(bytes) === sum;
}

function realFolder(folder: string): string {
  const full = resolve(folder);
  if (existsSync(full)) return realpathSync(full);
  const above = join(full, "..");
  return above === full ? full : join(realFolder(above), full.slice(above.length).replace(/^[/\\]+/, ""));
}

/** A record of an export. What is forgotten later has to go from its files, too. */
interface Exported {
  readonly layout: LayoutName;
  readonly folder: string;
  /** None means every project. */
  readonly project?: string;
  readonly session?: string;
  readonly at: number;
  /** SHA-256 of each file by its path, to see whether somebody else changed it. */
  readonly files: { readonly [path: string]: string };
}

export function readExported(home: string): Exported[] {
  return readExportList(home).filter(isExported);
}

/** Records the last export to a folder. Without files the record is removed. */
function keepExported(home: string, exported: Exported): void {
  const others = readExportList(home).filter((other) => !isExported(other) || !isSamePlace(other, exported));
  const isEmpty = Object.keys(exported.files).length === 0;
  writeExportList(home, isEmpty ? others : [...others, exported]);
}

type Place = Pick<Exported, "layout" | "folder">;

function isSamePlace(one: Place, other: Place): boolean {
  return one.layout === other.layout && one.folder === other.folder;
}

const schema = v.looseObject({
  layout: v.picklist(layoutNames),
  folder: v.string(),
  project: v.optional(v.string()),
  session: v.optional(v.string()),
  at: v.number(),
  files: v.record(v.string(), v.string()),
});

function isExported(value: unknown): value is Exported {
  return v.is(schema, value);
}
