import type { Env } from "../../host/env.js";
import type { Checkpoint } from "../checkpoint.js";
import { keepingOf } from "../shadow/keeping.js";
import { whileHeld } from "../shadow/lock.js";
import { openShadow } from "../shadow/shadow.js";
import { type KeptFile, type TreeChange, treeChanges } from "../shadow/tree-change.js";
import { unfinished } from "./in-the-way.js";

export interface MoreRequest {
  readonly home: string;
  readonly env: Env;
  readonly project: string;
  readonly root: string;
  readonly checkpoint: Checkpoint;
  /** What a restore that was killed went to: a file it had begun to write is nothing of its own. */
  readonly target: Checkpoint;
  readonly others: readonly Checkpoint[];
}

const WAIT = 10_000;

/** Whether a checkpoint has a file that neither the target of a restore nor any of the others has as it is there. */
export function holdsMore(request: MoreRequest): boolean {
  const { home, env, project, root, checkpoint, target, others } = request;
  const keeping = keepingOf(home, project);
  const answer = whileHeld(keeping, WAIT, () => {
    const shadow = openShadow(keeping, env);
    const toTarget = treeChanges(shadow, target.trees, checkpoint.trees);
    if (toTarget === undefined) return true;
    let more = present(toTarget);
    for (const other of others) {
      const changes = treeChanges(shadow, other.trees, checkpoint.trees);
      if (changes !== undefined) more = more.filter(([path]) => changes.get(path)?.to !== undefined);
    }
    const wanted = more.flatMap(([path, { from }]): [string, KeptFile][] => (from ? [[path, from]] : []));
    const begun = unfinished(shadow, root, new Map(wanted));
    return more.some(([path]) => !begun.has(path));
  });
  // Where nobody can say, it is kept.
  return answer === "busy" || answer;
}

function present(changes: ReadonlyMap<string, TreeChange>): [string, TreeChange][] {
  return [...changes].filter(([, { to }]) => to !== undefined);
}
