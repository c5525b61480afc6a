import { type Sight, type View, viewFrom } from "../../choose/view.js";
import type { ProjectState } from "../../fold/project.js";
import type { SessionState } from "../../fold/session/session-state.js";
import type { KeptFootprint, Store } from "../../store/store.js";
import type { BranchSight } from "../branch/branch-sight.js";
import type { About } from "./about.js";
import type { Asker } from "./asker.js";

/** Sessions back to which something touched may still be needed. */
export const FOOTPRINTS = 30;
/** Sessions among which one that is handed over is looked for. */
const FAR_BACK = 1_000;
const COMPACTED_NOW = 10 * 60_000;

/** All that the choice of files, commands and names is made from. */
export function viewFor(
  store: Store,
  base: About,
  states: readonly (SessionState | undefined)[],
  { project, session, branch, prompt, weights, now }: Asker,
  { sight, ...wanted }: Pick<Sight, "focus" | "ratings"> & { readonly sight: BranchSight | undefined },
): View {
  const { kind } = base;
  const isGoing = kind === "compact" || kind === "resume";
  return viewFrom({
    walks: walksFor(store, project, base).filter((walk) => sight?.isNear(walk.session) !== false),
    states: states.flatMap((state) =>
      state === undefined || (!isGoing && state.session === session) ? [] : [state],
    ),
    moment: isGoing ? "going" : prompt === undefined ? "start" : "prompt",
    session,
    now,
    ...(branch === undefined ? {} : { branch }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(weights === undefined ? {} : { weights }),
    ...(kind === "compact" ? { summary: freshSummary(states[0], now) } : {}),
    ...wanted,
  });
}

export function ratingsIn({ declared }: ProjectState): Map<string, number> {
  return new Map(declared.ratings.map(({ id, up, down }) => [id, up - down]));
}

/** The last sessions; where an earlier one is handed over, that one and those before it. */
function walksFor(store: Store, project: string, { kind, about }: About): KeptFootprint[] {
  if (kind !== "handover") return store.footprints(project, FOOTPRINTS);
  const walks = store.footprints(project, FAR_BACK);
  const handed = walks.findIndex(({ session }) => session === about?.session);
  return walks.slice(Math.max(0, handed)).slice(0, FOOTPRINTS);
}

/** What the agent itself kept of its context; "" where it has not said so yet, or said it of an earlier one. */
function freshSummary(own: SessionState | undefined, now: number): string {
  const { at = 0, summary = "" } = own?.compaction ?? {};
  return now - at < COMPACTED_NOW ? summary : "";
}
