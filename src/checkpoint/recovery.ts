import { join } from "node:path";
import { chatResume } from "../agent/resume.js";
import { readAges } from "../host/file/file-age.js";
import { readPrivate } from "../host/file/folder.js";
import { isAlive } from "../host/process/process.js";
import type { CutFile, CutOff, WayBack } from "../model/cut-off.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { type Interruption, interruptionItem, openInterruptions } from "../model/fold/session/status.js";
import type { Checkpoint, WorkTree } from "./checkpoint.js";
import { newestFirst, recordFile, recordNames } from "./name.js";
import { storageOf } from "./shadow/storage.js";

/** An interruption with what this machine knows: what became of its files, and the checkpoint to go back to. */
export interface Recovery extends Interruption {
  readonly target?: string;
  /** It belongs to a program of the user's, which Tidemark cannot start. */
  readonly isOfProgram?: true;
  readonly files: readonly CutFile[];
  readonly back?: WayBack & Pick<CheckpointSummary, "at">;
}

// For files that the call does not name: a formatter may run right after the edit before it.
const SLACK_MS = 2_000;
const WAITED_FOR: { readonly [reason: string]: number } = { prompt: 1_500, destructive: 4_200 };

/** Reads files and records of checkpoints. It never starts git. */
export function recoveryFor(
  interruption: Interruption,
  state: SessionState,
  tree: WorkTree | undefined,
): Recovery {
  const { during } = interruption;
  const target = during === undefined ? undefined : during.target || during.tool;
  return {
    ...interruption,
    target,
    isOfProgram: isOfProgram(state) || undefined,
    files: tree === undefined ? [] : filesOf(interruption, state, tree.root),
    back: tree === undefined ? undefined : wayBack(interruption, state, tree),
  };
}

/** The interruptions of a project that nobody has dealt with, newest first. */
export function recoveriesFor(sessions: readonly SessionState[], now: number, tree: WorkTree): Recovery[] {
  return openInterruptions(sessions, now, isAlive).flatMap((interruption) => {
    const state = sessions.find(({ session }) => session === interruption.session);
    return state === undefined ? [] : [recoveryFor(interruption, state, tree)];
  });
}

/** The interruption as the next session sees it. */
export function cutOffBy(recovery: Recovery, now: number): CutOff {
  const { target, session, at, files, back } = recovery;
  return {
    target,
    resume: recovery.isOfProgram && `tidemark resume --session ${session} --in AGENT`,
    elapsed: Math.max(0, now - at),
    session,
    files,
    back: back && { id: back.id, edited: back.edited, isLate: back.isLate },
    item: interruptionItem(recovery),
  };
}

/** The files that the call names, and other files of the session that changed since it began. */
function filesOf({ during, since, at }: Interruption, state: SessionState, root: string): CutFile[] {
  const named = during?.paths ?? [];
  const others = state.files
    .filter(({ path }) => !named.includes(path))
    .slice(-40)
    .reverse();
  const ages = readAges(root, [...named, ...others.map(({ path }) => path)]);
  const from = during === undefined ? at : since;
  const own = named.flatMap((path): CutFile[] => {
    const age = ages.get(path);
    if (age === undefined) return [];
    return [{ path, verdict: age === "gone" ? "gone" : age >= since ? "changed" : "same" }];
  });
  const changed = others.flatMap((file): CutFile[] => {
    const age = ages.get(file.path);
    const isChanged = typeof age === "number" && age > Math.max(from, file.at) + SLACK_MS;
    return isChanged ? [{ path: file.path, verdict: "changed" }] : [];
  });
  return [...own, ...changed].slice(0, 3);
}

/** The newest checkpoint of this work tree from before the interrupted call. */
function wayBack(
  cut: Interruption,
  { files }: SessionState,
  { home, project, root }: WorkTree,
): Recovery["back"] {
  const before = checkpointSummaries(home, project)
    .filter((checkpoint) => checkpoint.root === root)
    .filter((checkpoint) => isBefore(checkpoint, cut));
  const [newest] = before;
  if (newest === undefined) return undefined;
  // A late checkpoint may lack files, and the one before it of the same session is not much older.
  const whole = before.find(({ isLate, session }) => !isLate && session === newest.session);
  const { id, at, isLate } = newest.isLate ? (whole ?? newest) : newest;
  return { id, at, edited: files.filter((file) => file.at > at).length, isLate: isLate || undefined };
}

/** Whether it was made before the interrupted call, which waits up to `WAITED_FOR` for its checkpoint. */
function isBefore({ at, reason, session }: CheckpointSummary, cut: Interruption): boolean {
  const waited = session === cut.session ? (WAITED_FOR[reason] ?? 0) : 0;
  return at <= cut.since + waited;
}

/** The fields that decide which checkpoint to go back to. */
type CheckpointSummary = Pick<Checkpoint, "id" | "at" | "session" | "root"> & {
  readonly reason: string;
  readonly isLate: boolean;
};

/** Lists a project's checkpoints, newest first, without the schema library: an agent waits for the answer. */
function checkpointSummaries(home: string, project: string): CheckpointSummary[] {
  const { points } = storageOf(home, project);
  return recordNames(points)
    .flatMap((id) => parseSummary(id, readPrivate(join(points, recordFile(id)), 262_144)) ?? [])
    .sort(newestFirst);
}

function parseSummary(id: string, text = ""): CheckpointSummary | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== "object" || record === null) return undefined;
    if (!("at" in record && "session" in record && "root" in record && "reason" in record)) return undefined;
    const { at, session, root, reason } = record;
    if (typeof at !== "number" || typeof session !== "string") return undefined;
    if (typeof root !== "string" || typeof reason !== "string") return undefined;
    return { id, at, session, root, reason, isLate: "isLate" in record && record.isLate === true };
  } catch {
    return undefined; // A damaged record counts as missing.
  }
}

/** Whether a program of the user's keeps its messages in it: only that program can continue it. */
export function isOfProgram({ agent, messages }: Pick<SessionState, "agent" | "messages">): boolean {
  return messages !== undefined && agent !== chatResume.name;
}
