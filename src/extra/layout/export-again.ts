import { existsSync } from "node:fs";
import { TidemarkError } from "../../error.js";
import { sha256 } from "../../host/file/backup.js";
import { readTree } from "../../host/file/tree.js";
import type { ExportedAgain } from "../port.js";
import { applyExport, type Exported, keepExported, planExport, readExported } from "./export-layout.js";
import { LAYOUTS } from "./layouts.js";
import type { When } from "./time.js";

const MAX_BYTES = 64 * 1_048_576;

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
  const plan = planExport({
    home,
    layout: LAYOUTS[layout],
    folder,
    project,
    session,
    when,
  });
  const files = plan.files.filter(({ over }) => over !== "layout" && over !== "foreign");
  const { written, removed } = applyExport({ ...plan, files });
  const left = Object.entries(exported.files)
    .filter(([path, sum]) => isChanged(folder, path, sum) && !written.includes(path))
    .map(([path]) => path);
  return { folder, written, removed, left };
}

function isChanged(folder: string, path: string, sum: string): boolean {
  const bytes = readTree(folder, path, MAX_BYTES);
  return typeof bytes !== "string" && sha256(bytes) !== sum;
}
