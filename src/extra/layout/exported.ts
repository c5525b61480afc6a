import { readExportList, writeExportList } from "../../session/exported-file.js";
import type { LayoutName } from "./layout.js";
import { LAYOUTS } from "./layouts.js";

/** Where a layout was exported to, and what was written there: whoever forgets something has to write it anew. */
export interface Exported {
  readonly layout: LayoutName;
  readonly folder: string;
  /** None means every project. */
  readonly project?: string;
  readonly session?: string;
  readonly at: number;
  /** SHA-256 of each file by its path: as long as a file has it, nobody else changed it. */
  readonly files: { readonly [path: string]: string };
}

export function readExported(home: string): Exported[] {
  return readExportList(home).filter(isExported);
}

/** Keeps what was written last to a folder in a layout; no files means that nothing of ours is there any more. */
export function keepExported(home: string, exported: Exported): void {
  const others = readExportList(home).filter((other) => !isExported(other) || !isSamePlace(other, exported));
  const isEmpty = Object.keys(exported.files).length === 0;
  writeExportList(home, isEmpty ? others : [...others, exported]);
}

export function exportedTo(home: string, place: Pick<Exported, "layout" | "folder">): Exported | undefined {
  return readExported(home).find((other) => isSamePlace(other, place));
}

type Place = Pick<Exported, "layout" | "folder">;

function isSamePlace(one: Place, other: Place): boolean {
  return one.layout === other.layout && one.folder === other.folder;
}

function isExported(value: unknown): value is Exported {
  if (typeof value !== "object" || value === null) return false;
  const { layout, folder, project, session, at, files }: { [K in keyof Exported]?: unknown } = value;
  return (
    typeof layout === "string" &&
    Object.hasOwn(LAYOUTS, layout) &&
    typeof folder === "string" &&
    (project === undefined || typeof project === "string") &&
    (session === undefined || typeof session === "string") &&
    typeof at === "number" &&
    typeof files === "object" &&
    files !== null &&
    Object.values(files).every((sum) => typeof sum === "string")
  );
}
