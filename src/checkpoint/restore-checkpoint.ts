import { boundsWith, CAP } from "../capture/bound.js";
import { projectPath } from "../capture/place/path.js";
import { TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import { isAlive } from "../host/process/process.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { openInterruptions } from "../model/fold/session/status.js";
import { declare, type Speaker } from "../project/declare.js";
import { speakerIn } from "../project/env.js";
import { type Checkpoint, isLight, type WorkTree } from "./checkpoint.js";
import type { CheckpointContext } from "./make-checkpoint.js";
import { type RestoreCaution, restoreCaution } from "./restore/caution.js";
import { differenceTo, type FileChange } from "./restore/difference.js";
import { contextFor, namedCheckpoint } from "./restore/named-checkpoint.js";
import { type PastState, stateAt } from "./restore/past-state.js";
import type { PresentRequest } from "./restore/present.js";
import { type Restored, restoreFiles } from "./restore/restore.js";
import { saveCurrent, takeCurrent, undoPoints } from "./restore/save-current.js";
import {
  beginRestore,
  endRestore,
  type UnfinishedRestore,
  unfinishedRestore,
} from "./restore/unfinished-restore.js";

export type RestoreScope = "files" | "state" | "both";

export interface RestoreInput {
  readonly id: string;
  /** Default: both, but files if paths are named, there is no state, or the state is another session's. */
  readonly what?: RestoreScope;
  /** Files and folders, relative to the current folder. */
  readonly paths?: readonly string[];
  /** Put the files here even though they are those of another work tree. */
  readonly isHere?: boolean;
}

export interface RestorePlan {
  readonly checkpoint: Checkpoint;
  readonly what: RestoreScope;
  /** Relative to the top of the work tree. */
  readonly paths?: readonly string[];
  readonly changes: readonly FileChange[];
  readonly past?: PastState;
  /** The same restore, if it was begun before and not finished. */
  readonly repeats?: UnfinishedRestore;
  /** Agents that work in this project now and may overwrite restored files. */
  readonly atWork: readonly SessionState[];
  readonly caution: RestoreCaution;
}

export interface RestoreDone {
  /** Restoring it undoes this restore. */
  readonly before?: Checkpoint;
  /** If a killed restore was repeated: the checkpoints that bring back work done between the tries. */
  readonly later?: readonly Checkpoint[];
  readonly files?: Restored;
}

const MAX_SESSIONS = 50;

/** Finds the checkpoint and the paths that are to be compared with the present. */
export function requestFor(present: CheckpointContext, input: Omit<RestoreInput, "what">): PresentRequest {
  const checkpoint = namedCheckpoint(present, input.id, input.isHere);
  const context = contextFor(present, checkpoint);
  const paths = pathsIn(context, input.paths);
  return fileRequest(context, { checkpoint, paths, repeats: repeated(context, checkpoint, paths) });
}

export function planRestore(present: CheckpointContext, input: RestoreInput): RestorePlan {
  const checkpoint = namedCheckpoint(present, input.id, input.isHere);
  const context = contextFor(present, checkpoint);
  const paths = pathsIn(context, input.paths);
  const past = paths === undefined ? stateAt(context, checkpoint) : undefined;
  const what = input.what ?? (past === undefined || isAnothers(present, checkpoint) ? "files" : "both");
  if (what !== "files" && past === undefined) throw noState(checkpoint, paths !== undefined);
  const repeats = repeated(context, checkpoint, paths);
  return {
    checkpoint,
    what,
    paths,
    changes: what === "state" ? [] : differenceTo(fileRequest(context, { checkpoint, paths, repeats })),
    past: what === "files" ? undefined : past,
    repeats,
    atWork: atWorkIn(present),
    caution: restoreCaution(context, checkpoint, paths),
  };
}

/** Keeps the present, brings files and state back, and records that. If it is killed, it can be repeated. */
export function restoreCheckpoint(present: CheckpointContext, plan: RestorePlan): RestoreDone {
  const { checkpoint, what, past, paths } = plan;
  const context = contextFor(present, checkpoint);
  const done = what === "state" ? keepBefore(context, plan) : bringBack(context, plan, what);
  const { boundName } = boundsWith(context.redact);
  const data = {
    checkpoint: checkpoint.id,
    what,
    before: done.before?.id,
    paths: paths?.slice(0, 50).map((path) => boundName(path, CAP.path)),
    made: checkpoint.reason === "restore" ? undefined : checkpoint.at,
    command: isBeforeCommand(checkpoint) ? checkpoint.label : undefined,
    upTo: past?.upTo,
  };
  declare(context, { type: "checkpoint.restored", data }, ownerOf(context, plan));
  if (what !== "state" && paths === undefined) dismissInterrupted(context, plan);
  if (what !== "state" && !isBeside(context, plan)) endRestore(placeOf(context));
  return done;
}

function isBeforeCommand({ reason }: Checkpoint): boolean {
  return reason === "destructive" || reason === "shell";
}

function bringBack(context: CheckpointContext, plan: RestorePlan, what: "files" | "both"): RestoreDone {
  const { checkpoint, paths, repeats } = plan;
  const { present, undo } = saveCurrent({ ...context, ...ownerOf(context, plan) }, checkpoint, repeats);
  const [before, ...others] = undo;
  const later = others.length === 0 ? undefined : others;
  if (!isBeside(context, plan))
    beginRestore(placeOf(context), {
      checkpoint: checkpoint.id,
      what,
      before: before.id,
      paths: paths && [...paths],
      at: now(),
      later: later?.map(({ id }) => id),
    });
  const files = restoreFiles({ ...fileRequest(context, plan), present });
  return { before, later, files };
}

/** The newest light checkpoint may belong to an earlier session. Undoing a turn must not bring back its state. */
function isAnothers({ store, project }: CheckpointContext, checkpoint: Checkpoint): boolean {
  if (checkpoint.project !== project) return true;
  const [newest] = store.sessions({ project, worked: true, limit: 1 });
  return isLight(checkpoint) && newest !== undefined && newest.session !== checkpoint.session;
}

/** Whether only some files are restored while another restore is unfinished, which then stays unfinished. */
function isBeside(context: CheckpointContext, { checkpoint, paths }: RestorePlan): boolean {
  const other = unfinishedRestore(placeOf(context));
  return paths !== undefined && other !== undefined && !isSame(other, checkpoint, paths);
}

/** Restoring a state needs no files, so it goes on if the present cannot be kept. */
function keepBefore(context: CheckpointContext, plan: RestorePlan): RestoreDone {
  const taken = takeCurrent({ ...context, ...ownerOf(context, plan) }, plan.checkpoint, "restore");
  return taken.is === "taken" ? { before: taken.checkpoint } : {};
}

/** The session that goes back: with a state the checkpoint's own, with files alone the newest, whose work is undone. */
function ownerOf({ store, project }: CheckpointContext, { what, checkpoint }: RestorePlan): Speaker {
  const [newest] = what === "files" ? store.sessions({ project, worked: true, limit: 1 }) : [];
  const { session, agent } = newest ?? checkpoint;
  return { session, agent };
}

/** Dismisses the interruptions of all sessions that were cut off after the checkpoint: they are rolled back with it. */
function dismissInterrupted(context: CheckpointContext, plan: RestorePlan): void {
  const owner = ownerOf(context, plan).session;
  const sessions = context.store.sessions({ project: context.project, limit: MAX_SESSIONS });
  for (const { session, since } of openInterruptions(sessions, now(), isAlive)) {
    const agent = sessions.find((one) => one.session === session)?.agent;
    if (agent === undefined || session === owner || since < plan.checkpoint.at) continue;
    declare(context, { type: "session.dismissed", data: {} }, { session, agent });
  }
}

function atWorkIn({ store, project, env }: CheckpointContext): SessionState[] {
  const speaker = speakerIn(env)?.session;
  return store
    .sessions({ project, limit: MAX_SESSIONS })
    .filter(({ session, busy }) => busy && session !== speaker)
    .filter(({ pid, pidSince }) => isAlive(pid, pidSince) === true);
}

function pathsIn(
  { cwd, place }: CheckpointContext,
  paths: readonly string[] | undefined,
): string[] | undefined {
  if (paths === undefined || paths.length === 0) return undefined;
  if (paths.includes(""))
    throw new TidemarkError("bad-argument", "An empty path names nothing.", {
      hint: "Leave it out to mean all files, or name one.",
    });
  return paths.map((path) => projectPath(path, cwd, place.root));
}

function fileRequest(
  context: CheckpointContext,
  { checkpoint, paths, repeats }: Pick<RestorePlan, "checkpoint" | "paths" | "repeats">,
): PresentRequest {
  const [before] = undoPoints(context, repeats);
  return { ...placeOf(context), env: context.env, checkpoint, paths, before };
}

/** The same restore, if it was begun before and not finished. */
function repeated(
  context: CheckpointContext,
  checkpoint: Checkpoint,
  paths: readonly string[] | undefined,
): UnfinishedRestore | undefined {
  const begun = unfinishedRestore(placeOf(context));
  return begun !== undefined && isSame(begun, checkpoint, paths) ? begun : undefined;
}

function isSame(begun: UnfinishedRestore, { id }: Checkpoint, paths: readonly string[] | undefined): boolean {
  return begun.checkpoint === id && JSON.stringify(begun.paths) === JSON.stringify(paths);
}

function placeOf({ home, project, place }: CheckpointContext): WorkTree {
  return { home, project, root: place.root };
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
