import type { EventData } from "../../../event/registry.js";
import type { PlanItem, SessionState } from "./session-state.js";

type Forked = NonNullable<SessionState["forked"]>;

const MAX_DROPPED = 60;

/** Notes which items of the inherited plan a change of the plan drops. */
export function changeInherited(
  forked: Forked,
  plan: readonly PlanItem[],
  { mode, items }: EventData<"plan.updated">,
): Forked {
  if (mode === "whole") return { ...forked, hasPlan: true };
  const dropped = items.flatMap(({ key, status }) =>
    status === "dropped" && key !== undefined && !plan.some((item) => item.key === key) ? [key] : [],
  );
  if (dropped.length === 0) return forked;
  return { ...forked, dropped: [...new Set([...(forked.dropped ?? []), ...dropped])].slice(-MAX_DROPPED) };
}

/** The plan of a session together with what holds of the inherited one. */
export function planAfter(own: SessionState, inherited: readonly PlanItem[]): readonly PlanItem[] {
  const { plan, forked } = own;
  if (forked?.hasPlan === true) return plan;
  const gone = new Set([...(forked?.dropped ?? []), ...plan.map(nameOf)]);
  return [...inherited.filter((item) => !gone.has(nameOf(item))), ...plan];
}

function nameOf({ key, text }: PlanItem): string {
  return key ?? text;
}
