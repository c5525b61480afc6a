import { join } from "node:path";
import { secureFolder } from "../../host/file/folder.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";

const MOST = 16_777_216;

/** All that was exported into files, of whichever kind: whoever forgets something has to look there, too. */
export function readExportList(home: string): unknown[] {
  try {
    const value: unknown = JSON.parse(readPrivate(listPath(home), MOST) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // A damaged list: what was exported is then asked about like any other file.
  }
}

export function writeExportList(home: string, list: readonly unknown[]): void {
  secureFolder(home);
  replacePrivate(listPath(home), `${JSON.stringify(list, null, 2)}\n`);
}

function listPath(home: string): string {
  return join(home, "export.json");
}
