import type { Situation } from "../../compose/situation.js";
import type { Recorded } from "../../fold/branch/staged.js";
import { currentFacts, staged } from "../../fold/declared/current-fact.js";
import { activePins } from "../../fold/declared/declared.js";
import { profileOf } from "../../fold/profile/profile.js";
import type { ProjectState } from "../../fold/project.js";
import { utcOffset } from "../../host/clock.js";
import type { Store } from "../../store/store.js";
import type { BranchSight } from "../branch/branch-sight.js";
import { seenFrom } from "../branch/seen-from.js";
import type { About } from "./about.js";
import type { Asker } from "./asker.js";
import { conventionsHolding } from "./convention-holding.js";

/** What was declared and holds now, and who the person is. */
export function declaredFor(
  store: Store,
  state: ProjectState | undefined,
  asker: Asker,
  { about }: About,
  { isElsewhere, sight }: { isElsewhere: (one: Recorded) => boolean; sight: BranchSight | undefined },
): Pick<Situation, "pins" | "facts" | "profile"> {
  if (state === undefined) return { pins: [], facts: [] };
  const { now } = asker;
  const conventions = conventionsHolding(store, state).map((fact) => staged(fact, isElsewhere));
  return {
    pins: activePins(state, now),
    facts: [...currentFacts(seenFrom(store, state, asker), now, isElsewhere), ...conventions].filter(
      ({ kind, text, at }) => kind !== "decision" || sight?.isDropped(text, at) !== true,
    ),
    profile: profileOf(state, {
      sessions: about === undefined ? [] : [about],
      utcOffsetMinutes: utcOffset(now),
    }),
  };
}
