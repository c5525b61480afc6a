import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { readPrivate } from "../../host/file/folder.js";
import { listFolder } from "../../host/file/foreign-file.js";
import { recordFile, recordNames } from "../name.js";
import { readRecord } from "../record.js";
import { RULES_FOLDER } from "../restore/ignored-by.js";
import { withLock } from "../shadow/lock.js";
import { allBlobs, eachBlob, refPath } from "../shadow/object.js";
import { legiblePath, parsePath, pathBytes, pathFilter } from "../shadow/path.js";
import { pack } from "../shadow/prune.js";
import { dropStates } from "../shadow/root-state.js";
import { dropIndexes, openShadow, writeInfo } from "../shadow/shadow.js";
import { type CheckpointStorage, checkpointFolder, storageAt, storageOf } from "../shadow/storage.js";
import { addForgotten } from "./forgotten.js";
import { type Rewriting, rewriteRecord } from "./rewrite.js";

export interface ForgetWhat {
  /** Only in this project's checkpoints. Default: in all. */
  readonly project?: string;
  /** Files or folders relative to the root, with slashes. They are never kept again. */
  readonly paths?: readonly string[];
  /** Tests the bytes and the path of every kept file, and every text of a checkpoint. */
  matches?(bytes: Buffer): boolean;
  /** Tests the texts of a checkpoint alone: its label and branch. */
  mentions?(text: string): boolean;
  /** Count only, change nothing. */
  readonly isTrial?: boolean;
}

export interface ForgottenFiles {
  readonly checkpoints: number;
  readonly files: number;
}

/** Rewrites every checkpoint without these files and removes their bytes for good. */
export function forgetInCheckpoints(home: string, env: Env, what: ForgetWhat): ForgottenFiles {
  // A path outside of the work tree fails before anything is changed.
  const paths = (what.paths ?? []).map(parsePath);
  let sum: ForgottenFiles = { checkpoints: 0, files: 0 };
  for (const storage of storages(home, what.project)) {
    const found = withLock(storage, 30_000, () => forgetIn(storage, env, what, paths));
    if (found === "busy") {
      throw new TidemarkError("store-busy", "Another process is at work on the checkpoints.", {
        hint: "Try again in a moment; what was forgotten already stays forgotten.",
      });
    }
    sum = { checkpoints: sum.checkpoints + found.checkpoints, files: sum.files + found.files };
  }
  return sum;
}

function forgetIn(
  storage: CheckpointStorage,
  env: Env,
  what: ForgetWhat,
  paths: readonly string[],
): ForgottenFiles {
  const shadow = openShadow(storage, env);
  const isBad = new Set<string>();
  const { matches, mentions, isTrial = false } = what;
  if (matches !== undefined) {
    const ids = allBlobs(shadow).map(({ id }) => id);
    eachBlob(shadow, ids, (id, bytes) => void (matches(bytes) && isBad.add(id)));
  }
  const isNamedPath = what.paths === undefined ? () => false : pathFilter(what.paths);
  const rewriting: Rewriting = {
    shadow,
    isTrial,
    isForgotten: (path, id) => isBad.has(id) || isNamedPath(path) || matches?.(pathBytes(path)) === true,
    isForgottenText: (text) => matches?.(Buffer.from(text)) === true || mentions?.(text) === true,
    files: new Set(),
    trees: new Map(),
  };
  const records = recordNames(storage.points).flatMap((id) => readRecord(storage, id) ?? []);
  if (!isTrial) removeUnreadable(storage, new Set(records.map(({ id }) => recordFile(id))));
  let checkpoints = 0;
  for (const record of records) checkpoints += rewriteRecord(rewriting, record) ? 1 : 0;
  if (!isTrial) {
    removeNotes(
      storage,
      (text) => rewriting.isForgottenText(text) || paths.some((path) => isNamed(path, text)),
    );
    clear(storage, paths, () => pack(shadow));
  }
  return { checkpoints, files: rewriting.files.size };
}

/** Removes unreadable records and torn copies, which may hold anything. */
function removeUnreadable({ points }: CheckpointStorage, readable: ReadonlySet<string>): void {
  for (const name of listFolder(points).filter((name) => !readable.has(name)))
    rmSync(join(points, name), { recursive: true, force: true });
}

/** Removes notes that name what is forgotten: an unfinished restore names paths, `unable` names a folder. */
function removeNotes({ folder }: CheckpointStorage, isForgotten: (text: string) => boolean): void {
  for (const name of listFolder(folder).filter((name) => /^(?:restoring|unable)-/.test(name))) {
    const file = join(folder, name);
    if (isForgotten(readPrivate(file) ?? "")) rmSync(file, { force: true });
  }
}

/** Whether a text, perhaps JSON, contains a path. */
function isNamed(path: string, text: string): boolean {
  const legible = legiblePath(path);
  return text.includes(legible) || text.includes(JSON.stringify(legible).slice(1, -1));
}

/** Clears all other places that may hold it: indexes, cached states, copied exclude lists, broken repositories. */
function clear(storage: CheckpointStorage, paths: readonly string[], pack: () => boolean): void {
  if (paths.length > 0) addForgotten(storage, paths);
  dropIndexes(storage);
  dropStates(storage);
  writeInfo(storage, "exclude", "");
  rmSync(refPath(storage.git, "index"), { recursive: true, force: true });
  rmSync(join(storage.folder, RULES_FOLDER), { recursive: true, force: true });
  for (const name of readdirSync(storage.folder).filter((name) => /^git\.(?:damaged|making)/.test(name))) {
    rmSync(join(storage.folder, name), { recursive: true, force: true });
  }
  if (pack()) return;
  throw new TidemarkError(
    "checkpoint-failed",
    "The checkpoints were rewritten, but the old bytes could not be freed.",
    { hint: "Try again; `tidemark doctor` looks after the data folder." },
  );
}

function storages(home: string, project: string | undefined): CheckpointStorage[] {
  const folder = checkpointFolder(home);
  const all = listFolder(folder).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const own = project === undefined ? undefined : storageOf(home, project).folder;
  return all
    .map((name) => storageAt(join(folder, name)))
    .filter((storage) => own === undefined || storage.folder === own);
}
