import type { EventData, TidemarkEvent } from "../../../event/registry.js";
import { withoutWorktree } from "../../../event/worktree.js";
import { readShell, shellFates } from "../../../text/shell/shell.js";

/** How a session changed files, compared with its beginning. Each file is in one list, oldest first. */
export interface FileFates {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
}

type Fate = keyof FileFates;

/** A file that was created and deleted again is in no list. */
export function fileFates(events: readonly TidemarkEvent[]): FileFates {
  const fates = new Map<string, Fate>();
  const met = new Set<string>();
  for (const event of events) {
    if (event.type === "tool.finished" && event.data.ok) applyUse(fates, met, event.data, event.dir);
  }
  const having = (fate: Fate) => [...fates].filter(([, own]) => own === fate).map(([path]) => path);
  return { created: having("created"), modified: having("modified"), deleted: having("deleted") };
}

type Finished = EventData<"tool.finished">;

function applyUse(fates: Map<string, Fate>, met: Set<string>, use: Finished, dir: string | undefined): void {
  const paths = (use.paths ?? []).map(withoutWorktree);
  if (use.action === "delete") for (const path of paths) remove(fates, path);
  else if (use.action === "edit") for (const path of paths) change(fates, path);
  else if (use.action === "write") {
    for (const path of paths) {
      // If the agent does not say: agents do not overwrite files that they have not read.
      if (use.created ?? !met.has(path)) make(fates, path);
      else change(fates, path);
    }
  }
  for (const path of paths) met.add(path);
  if (use.command === undefined) return;
  const { removed, made } = shellFates(use.command);
  const isFate = new Set([...removed, ...made]);
  for (const path of readShell(use.command).changed) if (!isFate.has(path)) change(fates, located(path, dir));
  for (const path of removed) removeAll(fates, located(path, dir));
  for (const path of made) {
    const file = located(path, dir);
    if (met.has(file)) change(fates, file);
    else make(fates, file);
  }
}

function make(fates: Map<string, Fate>, path: string): void {
  // A file that was deleted before existed when the session began.
  if (fates.get(path) === "deleted") fates.set(path, "modified");
  else if (!fates.has(path)) fates.set(path, "created");
}

function change(fates: Map<string, Fate>, path: string): void {
  if (fates.get(path) !== "created") fates.set(path, "modified");
}

function remove(fates: Map<string, Fate>, path: string): void {
  if (fates.get(path) === "created") fates.delete(path);
  else fates.set(path, "deleted");
}

/** An argument of `rm` may be a folder: then all known files below it are removed. */
function removeAll(fates: Map<string, Fate>, path: string): void {
  const below = [...fates.keys()].filter((known) => known.startsWith(`${path}/`));
  for (const known of below) remove(fates, known);
  if (fates.has(path) || /[^/]\.\w{1,8}$/.test(path)) remove(fates, path);
}

/** An argument of a command as a path in the project. */
function located(name: string, dir: string | undefined): string {
  const word = withoutWorktree(name);
  if (word.startsWith("/") || word.startsWith("~")) return word;
  const inner = word.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  return dir === undefined ? inner : `${dir}/${inner}`;
}
