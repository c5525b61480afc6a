import { TidemarkError } from "../../error.js";
import type { Checkpoint } from "../checkpoint.js";
import { makeCheckpoint, type TakeContext } from "../make-checkpoint.js";
import { findCheckpoint } from "../record.js";
import { withLock } from "../shadow/lock.js";
import { openShadow } from "../shadow/shadow.js";
import { storageOf } from "../shadow/storage.js";
import { type KeptFile, treeChanges } from "../shadow/tree.js";
import type { Taken } from "../take/take.js";
import { partlyWritten } from "./obstacle.js";
import type { UnfinishedRestore } from "./unfinished-restore.js";

const WAIT_MS = 10_000;

/** The present before a restore. */
export interface SavedCurrent {
  readonly present: Checkpoint;
  /** The checkpoints that undo the restore: from before the first try, and one for each later try. */
  readonly undo: readonly [Checkpoint, ...Checkpoint[]];
}

/** Keeps the present or throws. A repeated restore keeps its first undo point and adds one only for work since. */
export function saveCurrent(
  context: TakeContext,
  target: Checkpoint,
  repeats: UnfinishedRestore | undefined,
): SavedCurrent {
  const [first, ...later] = undoPoints(context, repeats);
  if (first === undefined) {
    const present = take(context, target, "restore");
    return { present, undo: [present] };
  }
  const light = take(context, target, "shell");
  if (!holdsMore(context, light, target, [first, ...later]))
    return { present: light, undo: [first, ...later] };
  const present = take(context, target, "restore");
  return { present, undo: [first, ...later, present] };
}

/** The checkpoints from before the first try of a killed restore and before each later one. */
export function undoPoints(
  { home, project }: Pick<TakeContext, "home" | "project">,
  repeats: UnfinishedRestore | undefined,
): Checkpoint[] {
  const first = repeats && findCheckpoint(home, project, repeats.before);
  if (first === undefined) return [];
  return [first, ...(repeats?.later ?? []).flatMap((id) => findCheckpoint(home, project, id) ?? [])];
}

export function takeCurrent(context: TakeContext, target: Checkpoint, reason: "restore" | "shell"): Taken {
  // Hurried, because dropping old checkpoints might drop the target itself.
  const label = `before restore ${target.id}`;
  return makeCheckpoint(context, { reason, label, wait: WAIT_MS, isHurried: true });
}

function take(context: TakeContext, target: Checkpoint, reason: "restore" | "shell"): Checkpoint {
  const taken = takeCurrent(context, target, reason);
  if (taken.is === "taken" || taken.is === "unchanged") return taken.checkpoint;
  if (taken.is === "busy")
    throw new TidemarkError("store-busy", "Another process is at work on this project's checkpoints.", {
      hint: "Try again in a moment.",
    });
  throw new TidemarkError(
    "checkpoint-failed",
    `The present could not be kept, so nothing was restored: ${taken.why}`,
  );
}

/** Whether a checkpoint has a file that neither the target nor the others have, apart from half-restored files. */
function holdsMore(
  { home, env, project, place }: TakeContext,
  { trees }: Checkpoint,
  target: Checkpoint,
  others: readonly Checkpoint[],
): boolean {
  const storage = storageOf(home, project);
  const answer = withLock(storage, WAIT_MS, () => {
    const shadow = openShadow(storage, env);
    const toTarget = treeChanges(shadow, target.trees, trees);
    if (toTarget === undefined) return true;
    let more = [...toTarget].filter(([, { to }]) => to !== undefined);
    for (const other of others) {
      const changes = treeChanges(shadow, other.trees, trees);
      if (changes !== undefined) more = more.filter(([path]) => changes.get(path)?.to !== undefined);
    }
    const wanted = more.flatMap(([path, { from }]): [string, KeptFile][] => (from ? [[path, from]] : []));
    const begun = partlyWritten(shadow, place.root, new Map(wanted));
    return more.some(([path]) => !begun.has(path));
  });
  // In doubt, the present is kept.
  return answer === "busy" || answer;
}
