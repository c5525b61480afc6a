import { join } from "node:path";
import { readAges } from "../host/file/file-age.js";
import { readPrivate } from "../host/file/private-file.js";
import { isAlive } from "../host/process/process.js";
import type { CutFile, CutOff, WayBack } from "../model/cut-off.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { type Interruption, interruptionItem, openInterruptions } from "../model/fold/session/status.js";
import { isOfProgram } from "../project/of-program.js";
import type { Checkpoint } from "./checkpoint.js";
import { newestFirst, recordFile, recordNames } from "./record-name.js";
import { keepingOf } from "./shadow/keeping.js";

/** What is known on this machine of an interruption: what became of its files, and the way back. */
export interface Recovery extends Interruption {
  readonly target?: string;
  /** A program of one's own kept it, which Tidemark cannot start. */
  readonly isOfProgram?: true;
  readonly files: readonly CutFile[];
  readonly back?: WayBack & Pick<Glance, "at">;
}

/** Where the project lies on this machine, and its checkpoints. */
export interface RecoveryGround {
  readonly home: string;
  readonly project: string;
  readonly root: string;
}

const MOST_FILES = 3;
const MOST_LOOKED_AT = 40;
// Of a file the call does not name: a formatter may come just behind the edit before it.
const SLACK = 2_000;
const WAITED_FOR: { readonly [reason: string]: number } = { prompt: 1_500, destructive: 4_200 };

/** Looks at files and at the records of checkpoints; git is not started. */
export function recoveryFor(
  interruption: Interruption,
  state: SessionState,
  ground: RecoveryGround | undefined,
): Recovery {
  const { during } = interruption;
  const target = during === undefined ? undefined : during.target || during.tool;
  const back = ground === undefined ? undefined : wayBack(interruption, state, ground);
  return {
    ...interruption,
    target,
    ...(isOfProgram(state) ? { isOfProgram: true } : {}),
    files: ground === undefined ? [] : filesOf(interruption, state, ground.root),
    back,
  };
}

/** All of a project's sessions that were interrupted and nobody has dealt with, newest first. */
export function recoveriesFor(
  sessions: readonly SessionState[],
  now: number,
  ground: RecoveryGround,
): Recovery[] {
  return openInterruptions(sessions, now, isAlive).flatMap((interruption) => {
    const state = sessions.find(({ session }) => session === interruption.session);
    return state === undefined ? [] : [recoveryFor(interruption, state, ground)];
  });
}

/** As a session is told of it. */
export function cutOffBy(recovery: Recovery, now: number): CutOff {
  const { target, session, at, files, back } = recovery;
  return {
    target,
    ...(recovery.isOfProgram ? { resume: `tidemark resume --session ${session} --in AGENT` } : {}),
    elapsed: Math.max(0, now - at),
    session,
    files,
    back: back === undefined ? undefined : backOf(back),
    item: interruptionItem(recovery),
  };
}

function backOf({ id, edited, isLate }: WayBack): WayBack {
  return { id, edited, isLate };
}

/** Those the call names, and what else of the session's files changed since it began. */
function filesOf({ during, since, at }: Interruption, state: SessionState, root: string): CutFile[] {
  const named = during?.paths ?? [];
  const others = state.files
    .filter(({ path }) => !named.includes(path))
    .slice(-MOST_LOOKED_AT)
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
    const isChanged = typeof age === "number" && age > Math.max(from, file.at) + SLACK;
    return isChanged ? [{ path: file.path, verdict: "changed" }] : [];
  });
  return [...own, ...changed].slice(0, MOST_FILES);
}

/** The newest checkpoint of this work tree from before what was running began. */
function wayBack(
  cut: Interruption,
  { files }: SessionState,
  { home, project, root }: RecoveryGround,
): Recovery["back"] {
  const before = glanceAtCheckpoints(home, project)
    .filter((checkpoint) => checkpoint.root === root)
    .filter((checkpoint) => isBefore(checkpoint, cut));
  const [newest] = before;
  if (newest === undefined) return undefined;
  // A late one may lack what the command took away: the one before it is whole, and of the same session not much older.
  const whole = before.find(({ isLate, session }) => !isLate && session === newest.session);
  const { id, at, isLate } = newest.isLate ? (whole ?? newest) : newest;
  return { id, at, edited: files.filter((file) => file.at > at).length, ...(isLate ? { isLate } : {}) };
}

/** Some are made beside the agent, and what is to come after them waits for them for so long. */
function isBefore({ at, reason, session }: Glance, cut: Interruption): boolean {
  const waited = session === cut.session ? (WAITED_FOR[reason] ?? 0) : 0;
  return at <= cut.since + waited;
}

/** As much of a checkpoint as tells whether it is the one to go back to. */
type Glance = Pick<Checkpoint, "id" | "at" | "session" | "root"> & {
  readonly reason: string;
  readonly isLate: boolean;
};

const MOST_BYTES = 262_144;

/** All of a project, newest first. For an answer to an agent, which does without the schema library. */
function glanceAtCheckpoints(home: string, project: string): Glance[] {
  const { points } = keepingOf(home, project);
  return recordNames(points)
    .flatMap((id) => glance(id, readPrivate(join(points, recordFile(id)), MOST_BYTES)) ?? [])
    .sort(newestFirst);
}

function glance(id: string, text = ""): Glance | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== "object" || record === null) return undefined;
    if (!("at" in record && "session" in record && "root" in record && "reason" in record)) return undefined;
    const { at, session, root, reason } = record;
    if (typeof at !== "number" || typeof session !== "string") return undefined;
    if (typeof root !== "string" || typeof reason !== "string") return undefined;
    return { id, at, session, root, reason, isLate: "isLate" in record && record.isLate === true };
  } catch {
    return undefined; // Cut short or damaged: as if there were none.
  }
}
