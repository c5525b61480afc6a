import type { Footprint } from "../footprint/footprint.js";
import type { Memory } from "../memory/memory-state.js";
import type { SessionState, TurnState } from "../session/session-state.js";
import { hasWorked } from "../session/status.js";
import { type Advice, adviseOn } from "./insight-advice.js";
import { type RecurringError, recurringErrors } from "./insight-error.js";
import { type ReworkedFile, reworkedFiles } from "./insight-file.js";
import { type Stalls, stallsIn } from "./insight-stall.js";
import { type ToldUse, useOfTold } from "./insight-use.js";

/** One session of the time that is looked at, with all that is known of it. */
export interface Look {
  readonly state: SessionState;
  /** In the middle of something, however long ago. */
  readonly hasDied: boolean;
  readonly turns: readonly TurnState[];
  readonly footprint?: Footprint;
  /** What failed in it, and what mended that. */
  readonly memories: readonly Memory[];
}

/** What many sessions show together and none of them alone. */
export interface Insights {
  readonly sessions: number;
  readonly turns: number;
  readonly tools: number;
  readonly failures: number;
  readonly errors: readonly RecurringError[];
  readonly files: readonly ReworkedFile[];
  readonly stalls: Stalls;
  readonly told: ToldUse;
  readonly advice: readonly Advice[];
}

export function insightsOf(looks: readonly Look[]): Insights {
  const worked = looks.filter(({ state }) => hasWorked(state));
  const sum = (count: (look: Look) => number) => worked.reduce((total, look) => total + count(look), 0);
  const found = {
    sessions: worked.length,
    turns: sum(({ turns }) => turns.filter(({ n }) => n > 0).length),
    tools: sum(({ turns }) => turns.reduce((total, turn) => total + turn.tools, 0)),
    failures: sum(({ turns }) => turns.reduce((total, turn) => total + turn.failures, 0)),
    errors: recurringErrors(worked),
    files: reworkedFiles(worked),
    stalls: stallsIn(worked),
    told: useOfTold(worked),
  };
  return { ...found, advice: adviseOn(found) };
}
