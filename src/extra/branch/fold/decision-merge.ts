import type { Decided } from "../../../model/fold/decision/decision-tree.js";
import { decisionWords, takesPlaceOf } from "../../../model/fold/decision/decision-words.js";
import { type Merge, nameOf } from "./branch.js";

/**
 * Decisions as merges left them: what one took away says what it was taken away for, and that stands in its place; what was
 * brought says where it holds, too.
 */
export function decidedAfter(decided: readonly Decided[], merges: readonly Merge[]): Decided[] {
  return merges.reduce<Decided[]>((all, merge) => afterOne(all, merge), [...decided]);
}

function afterOne(all: readonly Decided[], merge: Merge): Decided[] {
  const { id, at, from, into, dropped = [], decisions } = merge;
  const taken = new Set(decisions.map(({ choice }) => nameOf(choice)));
  const choosing = all.filter((one) => taken.has(nameOf(one.choice)));
  const gone = new Set(dropped.map(nameOf));
  const isGone = (one: Decided) =>
    (one.line ?? "") === into &&
    one.at <= at &&
    one.supersededBy === undefined &&
    gone.has(nameOf(one.choice));
  const places = new Map<string, string>();
  const after = all.map((one): Decided => {
    if (!isGone(one)) return one;
    const by = replacing(one, choosing, merge);
    if (by !== undefined && !places.has(by.id)) places.set(by.id, one.id);
    return { ...one, supersededBy: by?.id ?? id };
  });
  const isBrought = (one: Decided) =>
    from !== "" && one.line === from && one.at <= at && choosing.includes(one);
  return after.map((one, index): Decided => {
    const before = all[index] ?? one;
    const supersedes = one.supersedes ?? places.get(one.id);
    const isNew = isBrought(before);
    if (supersedes === one.supersedes && !isNew) return one;
    return {
      ...one,
      ...(supersedes === undefined ? {} : { supersedes }),
      ...(isNew ? { mergedInto: into } : {}),
    };
  });
}

/** Of those that were brought the one that speaks of the same most clearly, and of such the last. */
function replacing(one: Decided, choosing: readonly Decided[], { from, at }: Merge): Decided | undefined {
  const words = decisionWords(one);
  const brought = choosing.filter(({ line = "" }) => line === from);
  // The sessions of a branch that was deleted since are on none.
  const homeless = choosing.filter(({ line, at: made }) => line === undefined && made <= at);
  const candidates = brought.length > 0 ? brought : homeless;
  const nearness = (other: Decided): number => {
    const its = decisionWords(other);
    if (takesPlaceOf(its, words)) return Number.POSITIVE_INFINITY;
    return [...its.choice].filter((word) => words.choice.has(word)).length;
  };
  const most = Math.max(...candidates.map(nearness));
  return candidates.findLast((other) => nearness(other) === most);
}
