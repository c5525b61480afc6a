import type { MadeDecision } from "../../compose/situation.js";
import type { Recorded } from "../../fold/branch/staged.js";
import { decide } from "../../fold/session/finding.js";
import { openItems, withoutDone } from "../../fold/session/plan.js";
import type { PlanItem, SessionState } from "../../fold/session/session-state.js";
import type { Thread } from "../../fold/thread/thread-state.js";
import type { About } from "./about.js";

const PLAN_HOLDS = 7 * 24 * 3_600_000;

/** An open plan outlives its session as long as its thread is worked on: what was not done is still to do. */
export function planFor(
  about: SessionState | undefined,
  others: readonly SessionState[],
  hot: Thread | undefined,
  now: number,
): readonly PlanItem[] {
  const own = about?.plan ?? [];
  if (own.length > 0 || about === undefined) return own;
  const before = others.find(
    ({ session, plan, lastAt }) =>
      openItems(plan).length > 0 && now - lastAt < PLAN_HOLDS && hot?.sessions.includes(session),
  );
  return before === undefined ? own : withoutDone(before.plan, about.found.done);
}

/**
 * A decision outlives its session too. On a prompt its words tell what bears on it, at a start the thread does. What was
 * decided on a branch of git that is not merged replaces nothing here, and comes last.
 */
export function decisionsFor(
  { about, kind }: About,
  others: readonly SessionState[],
  hot: Thread | undefined,
  isHolding: (decision: MadeDecision & { readonly at: number }) => boolean,
  isElsewhere: (one: Recorded) => boolean,
): MadeDecision[] {
  const near = others.filter(
    (state) => state === about || kind === "prompt" || hot?.sessions.includes(state.session),
  );
  const newest = about === undefined || near.includes(about) ? near : [about, ...near];
  const made = newest.map(({ session, branch, found }) =>
    found.decisions
      .map((decision) => ({ ...decision, session, ...(branch === undefined ? {} : { branch }) }))
      .filter(isHolding),
  );
  const told = (list: readonly MadeDecision[][]) => list.reduceRight<MadeDecision[]>(decide, []).reverse();
  return [
    ...told(made.map((some) => some.filter((one) => !isElsewhere(one)).map(({ branch: _, ...one }) => one))),
    ...told(made.map((some) => some.filter(isElsewhere))),
  ];
}
