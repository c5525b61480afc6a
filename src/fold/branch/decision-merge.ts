import type { Decided } from "../decision/decision-tree.js";
import type { Merge } from "./branch.js";
import { nameOf } from "./branch-task.js";

/** Decisions as merges left them: what one took away says what it was taken away for. */
export function decidedAfter(decided: readonly Decided[], merges: readonly Merge[]): Decided[] {
  return merges
    .filter(({ dropped = [] }) => dropped.length > 0)
    .reduce<Decided[]>((all, merge) => all.map((one) => after(one, merge, decided)), [...decided]);
}

function after(
  one: Decided,
  { id, at, from, into, dropped = [], decisions }: Merge,
  all: readonly Decided[],
): Decided {
  if ((one.line ?? "") !== into || one.at > at || one.supersededBy !== undefined) return one;
  if (!dropped.some((choice) => nameOf(choice) === nameOf(one.choice))) return one;
  const taken = new Set(decisions.map(({ choice }) => nameOf(choice)));
  const choosing = all.filter(({ choice }) => taken.has(nameOf(choice)));
  // The sessions of a branch that was deleted since are on none.
  const by =
    choosing.findLast(({ line = "" }) => line === from) ??
    choosing.findLast(({ line, at: made }) => line === undefined && made <= at);
  return { ...one, supersededBy: by?.id ?? id };
}
