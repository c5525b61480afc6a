import { earlierCheckpoints } from "./earlier.js";
import { pointName } from "./point-name.js";
import {
  type RestorePlace,
  type UnfinishedRestore,
  unfinishedRestore,
} from "./restore/unfinished-restore.js";

/** What is left of earlier projects at a work tree, and a restore there that was killed. */
export interface LeftHere {
  /** How many checkpoints a project that was here before has of it. */
  readonly earlier: number;
  /** With names as a person gives them, whichever project's it is. */
  readonly unfinished?: UnfinishedRestore;
}

export function leftHere(place: RestorePlace): LeftHere {
  const { home, project, root } = place;
  const earlier = earlierCheckpoints(home, project, root);
  for (const owner of [project, ...new Set(earlier.map((checkpoint) => checkpoint.project))]) {
    const found = unfinishedRestore({ home, project: owner, root });
    if (found === undefined) continue;
    const name = (id: string) => pointName({ id, project: owner }, project);
    const { checkpoint, before, later } = found;
    const names = { checkpoint: name(checkpoint), before: name(before) };
    const unfinished = { ...found, ...names, ...(later === undefined ? {} : { later: later.map(name) }) };
    return { earlier: earlier.length, unfinished };
  }
  return { earlier: earlier.length };
}
