import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Checkpoint, isAutomatic, isLight } from "../../checkpoint/checkpoint.js";
import { allCheckpoints, byProject } from "../../checkpoint/record.js";
import { neededByRestores } from "../../checkpoint/restore/unfinished-restore.js";
import { ownBytes } from "../../checkpoint/shadow/prune.js";
import type { Env } from "../../host/env.js";
import { isSecureFolder } from "../../host/file/folder.js";
import { installedProgram, programFolder } from "../../host/program.js";
import { journalFolder } from "../../journal/file.js";
import { drain } from "../../model/drain.js";
import { openStore } from "../../model/store/open.js";
import { type SparePart, spareParts } from "./clean-part.js";
import { readQuota } from "./quota.js";
import { expired, type KeptInFull, keptInFull } from "./retention.js";
import { bytesOf, type Usage, usageOf } from "./usage.js";

/** It has had its time, or the disk quota asks for it. */
type Why = "time" | "quota";

export type Leaving =
  | { readonly what: "checkpoint"; readonly why: Why; readonly checkpoint: Checkpoint }
  | { readonly what: "file"; readonly why: Why; readonly file: SpareFile }
  | { readonly what: "part"; readonly why: "quota"; readonly part: SparePart; readonly bytes: number };

export interface CleanPlan {
  readonly quota: number;
  /** The whole data folder now, and about so much of it that would go. */
  readonly bytes: number;
  readonly freed: number;
  readonly usage: readonly Usage[];
  readonly leaving: readonly Leaving[];
}

export interface CleanWish {
  readonly now: number;
  /** Another than the one that is configured. */
  readonly quota?: number;
}

/**
 * What goes: all that has had its time; then, until the data folder is within its quota, light checkpoints, automatic
 * ones, answers and copies, and the oldest packed parts of the journal. The same plan for who only looks.
 */
export function planClean(home: string, env: Env, { now, quota = readQuota(home) }: CleanWish): CleanPlan {
  const usage = usageOf(home);
  const bytes = usage.reduce((sum, one) => sum + one.bytes, 0);
  const { inFull, events } = known(home, now);
  const checkpoints = allCheckpoints(home);
  const isFree = notNeeded(home, checkpoints);
  const old = expired(checkpoints, inFull, now).filter(isFree);
  const files = spareFiles(home, now);
  const outdated = files.filter(({ isOutdated }) => isOutdated);
  const leaving: Leaving[] = [
    ...old.map((checkpoint) => ({ what: "checkpoint", why: "time", checkpoint }) as const),
    ...outdated.map((file) => ({ what: "file", why: "time", file }) as const),
  ];
  const weigh = (gone: readonly Checkpoint[]) => weightOf(home, env, checkpoints, gone);
  const plain = sum(outdated);
  let freed = plain + weigh(old);
  const isOver = () => bytes - freed > quota;
  if (isOver()) {
    const spare = inTurn(checkpoints, old, inFull).filter(isFree);
    const count = fewest(spare.length, (n) => bytes - plain - weigh([...old, ...spare.slice(0, n)]) <= quota);
    const gone = spare.slice(0, count);
    leaving.push(...gone.map((checkpoint) => ({ what: "checkpoint", why: "quota", checkpoint }) as const));
    freed = plain + weigh([...old, ...gone]);
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
    // What the database knows of a part goes with it: about its share of all events.
    const share = (database * (part.events - part.carried)) / Math.max(1, events);
    const gain = Math.round(bytesOf(`${journalFolder(home)}/${part.file}`) - part.carriedBytes + share);
    leaving.push({ what: "part", why: "quota", part, bytes: gain });
    freed += gain;
  }
  return { quota, bytes, freed, usage, leaving };
}

/** Which sessions must stay whole, and how many events there are. */
function known(home: string, now: number): { inFull: KeptInFull; events: number } {
  const store = openStore(home);
  try {
    drain(home, store);
    return { inFull: keptInFull(store, now), events: store.counts().events };
  } finally {
    store.close();
  }
}

/** A restore that was killed is still to be repeated, with what it needs for that. */
function notNeeded(home: string, checkpoints: readonly Checkpoint[]): (checkpoint: Checkpoint) => boolean {
  const projects = [...byProject(checkpoints).keys()];
  const needed = new Map(projects.map((project) => [project, neededByRestores(home, project)]));
  return ({ project, id }) => needed.get(project)?.has(id) !== true;
}

/** Light ones first, then automatic ones, those of sessions that are kept in full last; the oldest first. */
function inTurn(
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

/** What the shadow repositories have for these checkpoints alone. */
function weightOf(home: string, env: Env, all: readonly Checkpoint[], gone: readonly Checkpoint[]): number {
  return [...byProject(gone)].reduce((total, [project, own]) => {
    const kept = all.filter((one) => one.project === project && !own.includes(one));
    return total + ownBytes(home, env, project, { gone: own, kept });
  }, 0);
}

/** The smallest number for which something holds that holds for all greater ones; the greatest where it never does. */
function fewest(most: number, holds: (n: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sum(files: readonly SpareFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** A file or folder of the data folder that can be done without. */
interface SpareFile {
  /** Below the data folder. */
  readonly name: string;
  readonly kind: "answer" | "program copy" | "damaged database";
  readonly bytes: number;
  /** It has had its time, whatever the quota says. */
  readonly isOutdated: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** Answers of recall, copies of the program that no hook runs, and databases that were set aside damaged. */
function spareFiles(home: string, now: number): SpareFile[] {
  return [...answers(home, now), ...programs(home, now), ...damaged(home, now)];
}

function answers(home: string, now: number): SpareFile[] {
  return namesIn(join(home, "recall")).flatMap((name) => spare(home, `recall/${name}`, "answer", now, DAY));
}

function programs(home: string, now: number): SpareFile[] {
  const used = installedProgram(home);
  if (used === undefined) return [];
  return (
    namesIn(programFolder(home))
      .filter((name) => name !== used && name !== "hook.cjs")
      .flatMap((name) => spare(home, `program/${name}`, "program copy", now, HOUR))
      // A young one may be an init at work.
      .filter(({ isOutdated }) => isOutdated)
  );
}

function damaged(home: string, now: number): SpareFile[] {
  return namesIn(home)
    .filter((name) => name.startsWith("tidemark.db.damaged"))
    .flatMap((name) => spare(home, name, "damaged database", now, MONTH));
}

function spare(home: string, name: string, kind: SpareFile["kind"], now: number, age: number): SpareFile[] {
  const stat = lstatSync(join(home, name), { throwIfNoEntry: false });
  if (stat === undefined || stat.isSymbolicLink()) return [];
  return [{ name, kind, bytes: bytesOf(join(home, name)), isOutdated: now - stat.mtimeMs > age }];
}

function namesIn(folder: string): string[] {
  return isSecureFolder(folder) ? readdirSync(folder).sort() : [];
}
