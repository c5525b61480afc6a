import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Checkpoint, isAutomatic, isLight } from "../../checkpoint/checkpoint.js";
import { allCheckpoints, byProject } from "../../checkpoint/record.js";
import { neededByRestores } from "../../checkpoint/restore/unfinished-restore.js";
import { ownBytes } from "../../checkpoint/shadow/prune.js";
import { DAY_MS } from "../../event/time.js";
import type { Env } from "../../host/env.js";
import { isSecureFolder } from "../../host/file/folder.js";
import { listFolder } from "../../host/file/foreign-file.js";
import { installedProgram } from "../../host/program.js";
import { journalFolder } from "../../journal/file.js";
import { drain } from "../../model/drain.js";
import { openStore } from "../../model/store/open.js";
import { type SparePart, spareParts } from "./clean-part.js";
import { readQuota } from "./quota.js";
import { expired, type KeptInFull, keptInFull } from "./retention.js";
import { bytesOf, type Usage, usageOf } from "./usage.js";

/** Expired, or above the disk quota. */
type Why = "time" | "quota";

export type Leaving =
  | { readonly what: "checkpoint"; readonly why: Why; readonly checkpoint: Checkpoint }
  | { readonly what: "file"; readonly why: Why; readonly file: SpareFile }
  | { readonly what: "part"; readonly why: "quota"; readonly part: SparePart; readonly bytes: number };

export interface CleanPlan {
  readonly quota: number;
  /** The size of the whole data folder now. */
  readonly bytes: number;
  /** An estimate. */
  readonly freed: number;
  readonly usage: readonly Usage[];
  readonly leaving: readonly Leaving[];
}

export interface CleanOptions {
  readonly now: number;
  /** Replaces the configured quota. */
  readonly quota?: number;
}

/**
 * Everything expired goes. Then, until the data folder is within its quota: light checkpoints, automatic ones, answers and
 * copies, and the oldest packed parts of the journal.
 */
export function planClean(home: string, env: Env, { now, quota = readQuota(home) }: CleanOptions): CleanPlan {
  const usage = usageOf(home);
  const bytes = usage.reduce((sum, one) => sum + one.bytes, 0);
  const { inFull, events } = readStore(home, now);
  const checkpoints = allCheckpoints(home);
  const isFree = notNeededByRestores(home, checkpoints);
  const old = expired(checkpoints, inFull, now).filter(isFree);
  const files = spareFiles(home, now);
  const outdated = files.filter(({ isOutdated }) => isOutdated);
  const leaving: Leaving[] = [
    ...old.map((checkpoint) => ({ what: "checkpoint", why: "time", checkpoint }) as const),
    ...outdated.map((file) => ({ what: "file", why: "time", file }) as const),
  ];
  const sizeOf = (gone: readonly Checkpoint[]) => ownSize(home, env, checkpoints, gone);
  const plain = outdated.reduce((total, file) => total + file.bytes, 0);
  let freed = plain + sizeOf(old);
  const isOver = () => bytes - freed > quota;
  if (isOver()) {
    const spare = byPriority(checkpoints, old, inFull).filter(isFree);
    const count = bisect(
      spare.length,
      (n) => bytes - plain - sizeOf([...old, ...spare.slice(0, n)]) <= quota,
    );
    const gone = spare.slice(0, count);
    leaving.push(...gone.map((checkpoint) => ({ what: "checkpoint", why: "quota", checkpoint }) as const));
    freed = plain + sizeOf([...old, ...gone]);
  }
  for (const file of files.filter((one) => !outdated.includes(one))) {
    if (!isOver()) break;
    leaving.push({ what: "file", why: "quota", file });
    freed += file.bytes;
  }
  if (!isOver()) return { quota, bytes, freed, usage, leaving };
  const database = usage.find(({ kind }) => kind === "database")?.bytes ?? 0;
  for (const part of spareParts(home, inFull, now)) {
    if (!isOver()) break;
    // The database shrinks by about the part's share of all events.
    const share = (database * (part.events - part.carried)) / Math.max(1, events);
    const gain = Math.round(bytesOf(`${journalFolder(home)}/${part.file}`) - part.carriedBytes + share);
    leaving.push({ what: "part", why: "quota", part, bytes: gain });
    freed += gain;
  }
  return { quota, bytes, freed, usage, leaving };
}

function readStore(home: string, now: number): { inFull: KeptInFull; events: number } {
  const store = openStore(home);
  try {
    drain(home, store);
    return { inFull: keptInFull(store, now), events: store.counts().events };
  } finally {
    store.close();
  }
}

/** Keeps the checkpoints that an interrupted restore needs to be repeated. */
function notNeededByRestores(
  home: string,
  checkpoints: readonly Checkpoint[],
): (checkpoint: Checkpoint) => boolean {
  const projects = [...byProject(checkpoints).keys()];
  const needed = new Map(projects.map((project) => [project, neededByRestores(home, project)]));
  return ({ project, id }) => needed.get(project)?.has(id) !== true;
}

/** Light checkpoints first, then automatic ones, then those of sessions that are kept in full; oldest first. */
function byPriority(
  checkpoints: readonly Checkpoint[],
  gone: readonly Checkpoint[],
  inFull: KeptInFull,
): Checkpoint[] {
  const left = checkpoints.filter((checkpoint) => !gone.includes(checkpoint));
  const automatic = left.filter(isAutomatic);
  const isFull = ({ project, session }: Checkpoint) => inFull.has(project, session);
  return [
    ...left.filter(isLight),
    ...automatic.filter((checkpoint) => !isFull(checkpoint)),
    ...automatic.filter(isFull),
  ];
}

/** The bytes that only these checkpoints use in the shadow repositories. */
function ownSize(home: string, env: Env, all: readonly Checkpoint[], gone: readonly Checkpoint[]): number {
  return [...byProject(gone)].reduce((total, [project, own]) => {
    const kept = all.filter((one) => one.project === project && !own.includes(one));
    return total + ownBytes(home, env, project, { gone: own, kept });
  }, 0);
}

/** The smallest number below `max` for which a monotonic condition holds, or else `max`. */
function bisect(max: number, holds: (n: number) => boolean): number {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A file or folder of the data folder that is not needed. */
interface SpareFile {
  /** Below the data folder. */
  readonly name: string;
  readonly kind: "answer" | "program copy" | "damaged database";
  readonly bytes: number;
  /** It goes even if the quota is kept. */
  readonly isOutdated: boolean;
}

/** Answers of recall, copies of the program that no hook runs, and databases that were set aside damaged. */
function spareFiles(home: string, now: number): SpareFile[] {
  const spare = (
    folder: string,
    kind: SpareFile["kind"],
    maxAge: number,
    isSpare = (_name: string) => true,
  ) => {
    const names = isSecureFolder(join(home, folder)) ? listFolder(join(home, folder)).sort() : [];
    return names.filter(isSpare).flatMap((entry): SpareFile[] => {
      const name = folder === "" ? entry : `${folder}/${entry}`;
      const stat = lstatSync(join(home, name), { throwIfNoEntry: false });
      if (stat === undefined || stat.isSymbolicLink()) return [];
      return [{ name, kind, bytes: bytesOf(join(home, name)), isOutdated: now - stat.mtimeMs > maxAge }];
    });
  };
  const used = installedProgram(home);
  const programs = spare(
    "program",
    "program copy",
    DAY_MS / 24,
    (name) => name !== used && name !== "hook.cjs",
  );
  return [
    ...spare("recall", "answer", DAY_MS),
    // An init at work may need a young copy.
    ...programs.filter(({ isOutdated }) => isOutdated && used !== undefined),
    ...spare("", "damaged database", 30 * DAY_MS, (name) => name.startsWith("tidemark.db.damaged")),
  ];
}
