import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Json } from "../../../src/event/json.js";
import { applyExport, type ExportRequest, planExport } from "../../../src/extra/layout/export-layout.js";
import { type Imported, type ImportRequest, importLayout } from "../../../src/extra/layout/import-layout.js";
import type { LayoutName } from "../../../src/extra/layout/layout.js";
import { LAYOUTS } from "../../../src/extra/layout/layouts.js";
import type { When } from "../../../src/extra/layout/time.js";
import type { Here } from "../../../src/project/here.js";
import { redact } from "../../redact.js";

/** A data folder of its own and a folder for files beside it. */
export class LayoutRoom {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-layout-")));
  readonly home = join(this.root, "data");
  readonly project = "photo-box-id";
  readonly here: Here = {
    home: this.home,
    redact,
    project: this.project,
    place: { root: join(this.root, "photo-box") },
  };

  constructor() {
    mkdirSync(join(this.home, "journal"), { recursive: true, mode: 0o700 });
  }

  folder(name = "files"): string {
    return join(this.root, name);
  }

  export(layout: LayoutName, folder: string, when: When, more: Partial<ExportRequest> = {}) {
    return applyExport(
      planExport({ home: this.home, layout: LAYOUTS[layout], folder, project: this.project, when, ...more }),
    );
  }

  import(folder: string, when: When, more: Partial<ImportRequest> = {}): Imported {
    return importLayout({ here: this.here, folder, when, ...more });
  }
}

/** Half an hour ahead of UTC in winter, an hour and a half in summer: zones are seldom whole. */
export function whenAt(now: number): When {
  const isSummer = (at: number) => Math.floor(at / (182 * 86_400_000)) % 2 === 1;
  return { now, zone: (at) => (isSummer(at) ? 90 : 30) };
}

/** All files below a folder with their bytes. */
export function bytesIn(folder: string): Map<string, Buffer> {
  return new Map(pathsIn(folder).map((path) => [path, readFileSync(join(folder, path))]));
}

/** All files below a folder as values. */
export function valuesIn(folder: string): { [path: string]: unknown } {
  return Object.fromEntries(
    [...bytesIn(folder)].map(([path, bytes]) => {
      const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
      return [path, /\.json(\.gz)?$/.test(path) ? JSON.parse(text) : text];
    }),
  );
}

/** Puts values into files, as another tool would. */
export function putFiles(folder: string, files: { readonly [path: string]: Json }): void {
  for (const [path, value] of Object.entries(files)) {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    const text = /\.json(\.gz)?$/.test(path) ? JSON.stringify(value, null, 2) : String(value);
    writeFileSync(full, path.endsWith(".gz") ? gzipSync(text) : text);
  }
}

function pathsIn(folder: string, below = ""): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? pathsIn(join(folder, entry.name), path) : [path];
    })
    .sort();
}
