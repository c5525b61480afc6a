import { join } from "node:path";
import { readPrivate, replacePrivate, secureFolder } from "../host/file/folder.js";

export interface ExportedFile {
  readonly file: string;
  readonly project: string;
  readonly session: string;
  readonly format: "json" | "markdown";
  readonly isPacked: boolean;
  readonly at: number;
  /** The SHA-256 of the content. While the file has it, nobody else changed it. */
  readonly sum: string;
}

export function readExportedFiles(home: string): ExportedFile[] {
  return readExportList(home).filter(isExportedFile);
}

export function keepExportedFile(home: string, exported: ExportedFile): void {
  writeExportList(home, [...withoutFile(home, exported.file), exported]);
}

export function dropExportedFile(home: string, file: string): void {
  writeExportList(home, withoutFile(home, file));
}

function withoutFile(home: string, file: string): unknown[] {
  return readExportList(home).filter((other) => !isExportedFile(other) || other.file !== file);
}

function isExportedFile(value: unknown): value is ExportedFile {
  if (typeof value !== "object" || value === null) return false;
  const { file, project, session, format, isPacked, at, sum }: { [K in keyof ExportedFile]?: unknown } =
    value;
  return (
    [file, project, session, sum].every((text) => typeof text === "string") &&
    (format === "json" || format === "markdown") &&
    typeof isPacked === "boolean" &&
    typeof at === "number"
  );
}

/** The list of all exported files, of any kind, so that `forget` can reach them. */
export function readExportList(home: string): unknown[] {
  try {
    const value: unknown = JSON.parse(readPrivate(listPath(home), 16_777_216) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // With a damaged list, exported files are treated like any other file.
  }
}

export function writeExportList(home: string, list: readonly unknown[]): void {
  secureFolder(home);
  replacePrivate(listPath(home), `${JSON.stringify(list, null, 2)}\n`);
}

function listPath(home: string): string {
  return join(home, "export.json");
}
