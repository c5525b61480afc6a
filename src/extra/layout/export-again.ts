import { existsSync } from "node:fs";
import { TidemarkError } from "../../error.js";
import { sha256 } from "../../host/file/backup.js";
import { readTree } from "../../host/file/tree.js";
import { applyExport, type Exported, keepExported, planExport, readExported } from "./export-layout.js";
import type { LayoutName } from "./layout.js";
import { LAYOUTS } from "./layouts.js";
import type { When } from "./time.js";

/** What became of an earlier export. */
export interface ExportedAgain {
  readonly layout: LayoutName;
  readonly folder: string;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Changed by somebody else since they were exported, and so left as they are. */
  readonly left: readonly string[];
}

const MOST_BYTES = 64 * 1_048_576;

/**
 * Writes all earlier exports anew, as far as nobody else has changed their files: what was forgotten since goes from them,
 * too, and no copy is kept. A folder that is gone is no longer remembered.
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
      // A link stands in its way by now: the other exports are still written.
      if (!(error instanceof TidemarkError)) throw error;
      const { layout, folder, files } = exported;
      return [{ layout, folder, written: [], removed: [], left: Object.keys(files) }];
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
  return { layout, folder, written, removed, left };
}

function isChanged(folder: string, path: string, sum: string): boolean {
  const bytes = readTree(folder, path, MOST_BYTES);
  return typeof bytes !== "string" && sha256(bytes) !== sum;
}
