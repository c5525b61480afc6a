import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { listFolder } from "../../host/file/list-folder.js";
import { readPrivate } from "../../host/file/private-file.js";
import { readRecord } from "../record.js";
import { recordFile, recordNames } from "../record-name.js";
import { RULES } from "../restore/ignored-by.js";
import { allBlobs, eachBlob } from "../shadow/blob.js";
import { checkpointFolder, type Keeping, keepingAt, keepingOf } from "../shadow/keeping.js";
import { whileHeld } from "../shadow/lock.js";
import { refPath } from "../shadow/object.js";
import { asked, legiblePath, pathBytes, readAsked } from "../shadow/path.js";
import { pack } from "../shadow/prune.js";
import { dropStates } from "../shadow/root-state.js";
import { dropIndexes, openShadow, writeInfo } from "../shadow/shadow.js";
import { addForgotten } from "./forgotten.js";
import { type Rewriting, rewriteRecord } from "./rewrite.js";

export interface ForgetWhat {
  /** Only in this project's checkpoints; in all where none is named. */
  readonly project?: string;
  /** Files or folders relative to the root, with slashes. They are not kept again either. */
  readonly paths?: readonly string[];
  /** Asked of the bytes of every kept file, its path, and every text of a checkpoint. */
  matches?(bytes: Buffer): boolean;
  /** Asked of the texts of a checkpoint alone: its label and branch. */
  mentions?(text: string): boolean;
  /** Count only, change nothing. */
  readonly isTrial?: boolean;
}

export interface ForgottenFiles {
  /** Checkpoints that were rewritten or dropped. */
  readonly checkpoints: number;
  /** Different files (by path) that were in them. */
  readonly files: number;
}

/** Rewrites every checkpoint without these files and removes their bytes for good. */
export function forgetInCheckpoints(home: string, env: Env, what: ForgetWhat): ForgottenFiles {
  // A path outside is said before anything is changed.
  const paths = (what.paths ?? []).map(readAsked);
  let sum: ForgottenFiles = { checkpoints: 0, files: 0 };
  for (const keeping of keepings(home, what.project)) {
    const found = whileHeld(keeping, WAIT, () => forgetIn(keeping, env, what, paths));
    if (found === "busy") {
      throw new TidemarkError("store-busy", "Another process is at work on the checkpoints.", {
        hint: "Try again in a moment; what was forgotten already stays forgotten.",
      });
    }
    sum = { checkpoints: sum.checkpoints + found.checkpoints, files: sum.files + found.files };
  }
  return sum;
}

const WAIT = 30_000;

function forgetIn(keeping: Keeping, env: Env, what: ForgetWhat, paths: readonly string[]): ForgottenFiles {
  const shadow = openShadow(keeping, env);
  const isBad = new Set<string>();
  const { matches, mentions, isTrial = false } = what;
  if (matches !== undefined) {
    const ids = allBlobs(shadow).map(({ id }) => id);
    eachBlob(shadow, ids, (id, bytes) => void (matches(bytes) && isBad.add(id)));
  }
  const isAsked = what.paths === undefined ? () => false : asked(what.paths);
  const rewriting: Rewriting = {
    shadow,
    isTrial,
    isForgotten: (path, id) => isBad.has(id) || isAsked(path) || matches?.(pathBytes(path)) === true,
    isForgottenText: (text) => matches?.(Buffer.from(text)) === true || mentions?.(text) === true,
    files: new Set(),
    trees: new Map(),
  };
  const records = recordNames(keeping.points).flatMap((id) => readRecord(keeping, id) ?? []);
  if (!isTrial) removeUnreadable(keeping, new Set(records.map(({ id }) => recordFile(id))));
  let checkpoints = 0;
  for (const record of records) checkpoints += rewriteRecord(rewriting, record) ? 1 : 0;
  if (!isTrial) {
    removeNotes(
      keeping,
      (text) => rewriting.isForgottenText(text) || paths.some((path) => isNamed(path, text)),
    );
    clear(keeping, paths, () => pack(shadow));
  }
  return { checkpoints, files: rewriting.files.size };
}

/** Nobody can say what is in a record that cannot be read, or in the torn copy of one. */
function removeUnreadable({ points }: Keeping, readable: ReadonlySet<string>): void {
  for (const name of listFolder(points).filter((name) => !readable.has(name)))
    rmSync(join(points, name), { recursive: true, force: true });
}

/** An unfinished restore names paths, and why none can be made names a folder. Without the note it is found out anew. */
function removeNotes({ folder }: Keeping, isForgotten: (text: string) => boolean): void {
  for (const name of listFolder(folder).filter((name) => /^(?:restoring|unable)-/.test(name))) {
    const file = join(folder, name);
    if (isForgotten(readPrivate(file) ?? "")) rmSync(file, { force: true });
  }
}

/** Whether a text, perhaps in JSON, has a path in it. */
function isNamed(path: string, text: string): boolean {
  const legible = legiblePath(path);
  return text.includes(legible) || text.includes(JSON.stringify(legible).slice(1, -1));
}

/** All else that may still hold it: indexes, notes of work trees, a copied list of exclusions, what was set aside. */
function clear(keeping: Keeping, paths: readonly string[], pack: () => boolean): void {
  if (paths.length > 0) addForgotten(keeping, paths);
  dropIndexes(keeping);
  dropStates(keeping);
  writeInfo(keeping, "exclude", "");
  rmSync(refPath(keeping.git, "index"), { recursive: true, force: true });
  rmSync(join(keeping.folder, RULES), { recursive: true, force: true });
  for (const name of readdirSync(keeping.folder).filter((name) => /^git\.(?:damaged|making)/.test(name))) {
    rmSync(join(keeping.folder, name), { recursive: true, force: true });
  }
  if (pack()) return;
  throw new TidemarkError(
    "checkpoint-failed",
    "The checkpoints were rewritten, but the old bytes could not be freed.",
    {
      hint: "Try again; `tidemark doctor` looks after the data folder.",
    },
  );
}

function keepings(home: string, project: string | undefined): Keeping[] {
  const folder = checkpointFolder(home);
  const all = listFolder(folder).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const own = project === undefined ? undefined : keepingOf(home, project).folder;
  return all
    .map((name) => keepingAt(join(folder, name)))
    .filter((keeping) => own === undefined || keeping.folder === own);
}
