import { SaidDraft } from "../session/said-draft.js";
import type { Footprint, Touch } from "./footprint.js";

/** A footprint while events are told into it. */
export interface FootprintDraft {
  calls: number;
  turn: number;
  readonly branches: string[];
  commit: number;
  readonly files: Map<string, TouchDraft>;
  readonly commands: Map<string, TouchDraft>;
  readonly names: Map<string, TouchDraft>;
  readonly said: SaidDraft;
}

export interface TouchDraft {
  n: number;
  readonly first: number;
  last: number;
  turn: number;
  heat: number;
  editHeat: number;
  asked: number;
  lastEdit: number;
  failed: boolean;
  readonly on: number[];
}

const MAX_BRANCHES = 12;

export function begin(): FootprintDraft {
  return {
    calls: 0,
    turn: 0,
    branches: [],
    commit: -1,
    files: new Map(),
    commands: new Map(),
    names: new Map(),
    said: new SaidDraft([]),
  };
}

export function open(before: Footprint): FootprintDraft {
  const { calls, turn, branches, commit, files, commands, names, said } = before;
  return {
    calls,
    turn,
    branches: [...branches],
    commit,
    files: openTouches(files),
    commands: openTouches(commands),
    names: openTouches(names),
    said: new SaidDraft(said),
  };
}

export function settle(draft: FootprintDraft): Footprint {
  const { calls, turn, branches, commit } = draft;
  return {
    calls,
    turn,
    branches,
    commit,
    files: Array.from(draft.files, settleTouch),
    commands: Array.from(draft.commands, settleTouch),
    names: Array.from(draft.names, settleTouch),
    said: draft.said.settle(),
  };
}

/** The number a branch has in this footprint, -1 for none. */
export function branchNumber(draft: FootprintDraft, branch: string | undefined): number {
  if (branch === undefined) return -1;
  const known = draft.branches.indexOf(branch);
  if (known !== -1 || draft.branches.length >= MAX_BRANCHES) return known;
  return draft.branches.push(branch) - 1;
}

/** Where the branches begin in a touch. */
const FIRST_BRANCH = 10;

function openTouches(touches: readonly Touch[]): Map<string, TouchDraft> {
  const open = new Map<string, TouchDraft>();
  for (const touch of touches) {
    const on: number[] = [];
    for (let at = FIRST_BRANCH; at < touch.length; at++) on.push(Number(touch[at]));
    open.set(touch[0], {
      n: touch[1],
      first: touch[2],
      last: touch[3],
      turn: touch[4],
      heat: touch[5],
      editHeat: touch[6],
      asked: touch[7],
      lastEdit: touch[8],
      failed: touch[9] === 1,
      on,
    });
  }
  return open;
}

function settleTouch([key, touch]: [string, TouchDraft]): Touch {
  const { n, first, last, turn, heat, editHeat, asked, lastEdit, failed, on } = touch;
  return [key, n, first, last, turn, heat, editHeat, asked, lastEdit, failed ? 1 : 0, ...on];
}
