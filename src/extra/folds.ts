import type { TidemarkEvent } from "../event/registry.js";
import { type Branches, foldBranches, NO_BRANCHES } from "./branch/fold/branch.js";
import { type Learned, learn, NOTHING_LEARNED } from "./profile/learned.js";

// Apart from extras.ts, because the model may import nothing that reads the model.

/** The states that extras keep in the state of a project. */
export interface ExtraStates {
  readonly branches: Branches;
  readonly learned: Learned;
}

export const NO_EXTRAS: ExtraStates = { branches: NO_BRANCHES, learned: NOTHING_LEARNED };

/** Events may come in any order: the result is the same. */
export function foldExtras({ branches, learned }: ExtraStates, event: TidemarkEvent): ExtraStates {
  const more = learn(learned, event);
  return { branches: foldBranches(branches, event), learned: more };
}
