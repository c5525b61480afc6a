import { boundsWith, CAP } from "../capture/bound.js";
import { projectPath } from "../capture/place/path.js";
import { TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import type { Env } from "../host/env.js";
import { isAlive } from "../host/process/process.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { openInterruptions } from "../model/fold/session/status.js";
import type { Store } from "../model/store/store.js";
import { declare, type Speaker } from "../project/declare.js";
import type { Here } from "../project/here.js";
import { speakerIn } from "../project/speaker.js";
import { type Checkpoint, isLight } from "./checkpoint.js";
import { type PastState, stateAt } from "./checkpoint-state.js";
import { keepPresent, takePresent, waysOf } from "./keep-present.js";
import { besideCheckpoint, namedCheckpoint } from "./named-checkpoint.js";
import { type DifferenceRequest, differenceTo, type FileChange } from "./restore/difference.js";
import { type Restored, restoreFiles } from "./restore/restore.js";
import {
  beginRestore,
  endRestore,
  type UnfinishedRestore,
  unfinishedRestore,
} from "./restore/unfinished-restore.js";
import { type RestoreCaution, restoreCaution } from "./restore-caution.js";

export interface CheckpointDesk extends Here {
  readonly env: Env;
  readonly cwd: string;
  readonly store: Store;
}

export type RestoredThing = "files" | "state" | "both";

export interface RestoreWish {
  readonly id: string;
  /** Unless told: both, and files where paths are named, there is no state, or the state is not the one meant. */
  readonly what?: RestoredThing;
  /** Files and folders, as seen from the present folder. */
  readonly paths?: readonly string[];
  /** Put the files here even though they are those of another work tree. */
  readonly isHere?: boolean;
}

/** What a restore would do. */
export interface RestorePlan {
  readonly checkpoint: Checkpoint;
  readonly what: RestoredThing;
  /** Relative to the work tree's top. */
  readonly paths?: readonly string[];
  readonly changes: readonly FileChange[];
  readonly past?: PastState;
  /** The same restore was begun before and not finished. */
  readonly repeats?: UnfinishedRestore;
  /** Agents at work in this project now, which may write over what is restored. */
  readonly atWork: readonly SessionState[];
  readonly caution: RestoreCaution;
}

export interface RestoreDone {
  /** Restoring it undoes this restore. */
  readonly before?: Checkpoint;
  /** Where it was a killed one that was repeated, and somebody had worked meanwhile: with these that work comes back. */
  readonly later?: readonly Checkpoint[];
  readonly files?: Restored;
}

const MOST_PATHS = 50;
const MOST_SESSIONS = 50;

/** What a checkpoint is compared and restored with. */
export function requestFor(present: CheckpointDesk, wish: Omit<RestoreWish, "what">): DifferenceRequest {
  const checkpoint = namedCheckpoint(present, wish.id, wish.isHere);
  const desk = besideCheckpoint(present, checkpoint);
  const paths = pathsIn(desk, wish.paths);
  return fileRequest(desk, { checkpoint, paths, repeats: repeated(desk, checkpoint, paths) });
}

export function planRestore(present: CheckpointDesk, wish: RestoreWish): RestorePlan {
  const checkpoint = namedCheckpoint(present, wish.id, wish.isHere);
  const desk = besideCheckpoint(present, checkpoint);
  const paths = pathsIn(desk, wish.paths);
  const past = paths === undefined ? stateAt(desk, checkpoint) : undefined;
  const what = wish.what ?? (past === undefined || isAnothers(present, checkpoint) ? "files" : "both");
  if (what !== "files" && past === undefined) throw noState(checkpoint, paths !== undefined);
  const repeats = repeated(desk, checkpoint, paths);
  const changes = what === "state" ? [] : differenceTo(fileRequest(desk, { checkpoint, paths, repeats }));
  return {
    checkpoint,
    what,
    ...some(paths),
    changes,
    ...(past === undefined || what === "files" ? {} : { past }),
    repeats,
    atWork: atWorkIn(present),
    caution: restoreCaution(desk, checkpoint, paths),
  };
}

/** Keeps the present, brings files and state back, and writes down that it did. Killed anywhere, it can be repeated. */
export function restoreCheckpoint(present: CheckpointDesk, plan: RestorePlan): RestoreDone {
  const { checkpoint, what, past, paths } = plan;
  const desk = besideCheckpoint(present, checkpoint);
  const done = what === "state" ? keepBefore(desk, plan) : bringBack(desk, plan, what);
  const { before } = done;
  const { boundName } = boundsWith(desk.redact);
  const named = paths?.slice(0, MOST_PATHS).map((path) => boundName(path, CAP.path));
  const data = {
    checkpoint: checkpoint.id,
    what,
    before: before?.id,
    ...some(named),
    upTo: past?.upTo,
  };
  declare(desk, { type: "checkpoint.restored", data }, ownerOf(desk, plan));
  if (what !== "state" && paths === undefined) settleInterrupted(desk, plan);
  if (what !== "state" && !isBeside(desk, plan)) endRestore({ ...desk, root: desk.place.root });
  return done;
}

function bringBack(desk: CheckpointDesk, plan: RestorePlan, what: "files" | "both"): RestoreDone {
  const { checkpoint, paths, repeats } = plan;
  const room = { ...desk, ...ownerOf(desk, plan) };
  const { present, ways } = keepPresent(room, checkpoint, repeats);
  const [before, ...later] = ways;
  if (!isBeside(desk, plan)) {
    const ids = later.map(({ id }) => id);
    const begun = { checkpoint: checkpoint.id, what, before: before.id, ...some(paths), at: now() };
    beginRestore({ ...desk, root: desk.place.root }, ids.length === 0 ? begun : { ...begun, later: ids });
  }
  const files = restoreFiles({ ...fileRequest(desk, { checkpoint, paths, repeats }), present });
  return { before, ...(later.length === 0 ? {} : { later }), files };
}

/**
 * A light one is made only where files changed, so the newest before a turn may be an earlier session's: who undoes the
 * turn does not mean that session's state. Nor does he mean the state of a project that was here before.
 */
function isAnothers({ store, project }: CheckpointDesk, checkpoint: Checkpoint): boolean {
  if (checkpoint.project !== project) return true;
  const [newest] = store.sessions({ project, worked: true, limit: 1 });
  return isLight(checkpoint) && newest !== undefined && newest.session !== checkpoint.session;
}

/** Some files are taken back while another restore is unfinished: that stays to be finished. */
function isBeside(desk: CheckpointDesk, { checkpoint, paths }: RestorePlan): boolean {
  const other = unfinishedRestore({ ...desk, root: desk.place.root });
  return paths !== undefined && other !== undefined && !isSame(other, checkpoint, paths);
}

/** A state can be taken back without files, too: where these cannot be kept it is not held up. */
function keepBefore(desk: CheckpointDesk, plan: RestorePlan): RestoreDone {
  const taken = takePresent({ ...desk, ...ownerOf(desk, plan) }, plan.checkpoint, "restore");
  return taken.is === "taken" ? { before: taken.checkpoint } : {};
}

/**
 * The session that goes back: with its state the one whose checkpoint it is, so that its state of now can be returned to;
 * with files alone the latest, since it is its work that is undone.
 */
function ownerOf({ store, project }: CheckpointDesk, { what, checkpoint }: RestorePlan): Speaker {
  const [newest] = what === "files" ? store.sessions({ project, worked: true, limit: 1 }) : [];
  const { session, agent } = newest ?? checkpoint;
  return { session, agent };
}

/** Sessions that were cut off after the checkpoint are rolled back with it, whosever checkpoint it was. */
function settleInterrupted(desk: CheckpointDesk, plan: RestorePlan): void {
  const { session } = ownerOf(desk, plan);
  const sessions = desk.store.sessions({ project: desk.project, limit: MOST_SESSIONS });
  for (const cut of openInterruptions(sessions, now(), isAlive)) {
    const state = sessions.find((one) => one.session === cut.session);
    if (state === undefined || cut.session === session || cut.since < plan.checkpoint.at) continue;
    declare(desk, { type: "session.dismissed", data: {} }, { session: state.session, agent: state.agent });
  }
}

function atWorkIn({ store, project, env }: CheckpointDesk): SessionState[] {
  const speaker = speakerIn(env)?.session;
  return store
    .sessions({ project, limit: MOST_SESSIONS })
    .filter(({ session, busy }) => busy && session !== speaker)
    .filter(({ pid, pidSince }) => isAlive(pid, pidSince) === true);
}

function pathsIn({ cwd, place }: CheckpointDesk, paths: readonly string[] | undefined): string[] | undefined {
  if (paths === undefined || paths.length === 0) return undefined;
  if (paths.includes(""))
    throw new TidemarkError("bad-argument", "An empty path names nothing.", {
      hint: "Leave it out to mean all files, or name one.",
    });
  return paths.map((path) => projectPath(path, cwd, place.root));
}

function filesOf({ home, env, project, place }: CheckpointDesk, checkpoint: Checkpoint) {
  return { home, env, project, root: place.root, checkpoint };
}

function fileRequest(desk: CheckpointDesk, { checkpoint, paths, repeats }: FileWish): DifferenceRequest {
  const [before] = waysOf(desk, repeats);
  return { ...filesOf(desk, checkpoint), ...some(paths), before };
}

interface FileWish {
  readonly checkpoint: Checkpoint;
  readonly paths: readonly string[] | undefined;
  readonly repeats: UnfinishedRestore | undefined;
}

function some(paths: readonly string[] | undefined): { paths?: string[] } {
  return paths === undefined ? {} : { paths: [...paths] };
}

/** The same restore, begun before and not finished. */
function repeated(
  desk: CheckpointDesk,
  checkpoint: Checkpoint,
  paths: readonly string[] | undefined,
): UnfinishedRestore | undefined {
  const begun = unfinishedRestore({ ...desk, root: desk.place.root });
  return begun !== undefined && isSame(begun, checkpoint, paths) ? begun : undefined;
}

function isSame(begun: UnfinishedRestore, { id }: Checkpoint, paths: readonly string[] | undefined): boolean {
  return begun.checkpoint === id && JSON.stringify(begun.paths) === JSON.stringify(paths);
}

function noState({ id, session }: Checkpoint, hasPaths: boolean): TidemarkError {
  if (hasPaths)
    return new TidemarkError("bad-argument", "A state goes back as a whole, not by path.", {
      hint: "Leave the paths out, or restore files alone: --files",
    });
  const why =
    session === "" ? "was made outside of any session" : "belongs to a session of which nothing is left";
  return new TidemarkError("not-found", `${id} has no state: it ${why}.`, {
    hint: "Restore its files alone: --files",
  });
}
