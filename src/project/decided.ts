import type { Place } from "../host/git/git.js";
import { readTrunk } from "../host/git/git-branch.js";
import { decidedByFact, decidedByItems, decidedByMemory } from "../model/fold/decision/decided.js";
import type { Decided } from "../model/fold/decision/decision-tree.js";
import { removedIn } from "../model/fold/declared/declared.js";
import { declaredFacts, supersededBy } from "../model/fold/declared/declared-fact.js";
import type { ProjectState } from "../model/fold/project.js";
import { stagedIn } from "../model/fold/staged.js";
import { replacedIn } from "../model/replaced.js";
import type { Store } from "../model/store/store.js";
import { itemsIn } from "./items.js";
import { allThreads } from "./threads.js";

export interface DecisionContext {
  readonly store: Store;
  readonly project: string;
  readonly place?: Place;
}

/** Older decisions found in the work are not worth reading. */
const MAX_FOUND = 500;

/** All decisions of a project, declared or found, in no order, without the removed ones. */
export function decisionsMade(
  { store, project, place }: DecisionContext,
  inPlace: (state: ProjectState, decided: Decided) => Decided,
): Decided[] {
  const state = store.project(project);
  if (state === undefined) return [];
  const trunk = place?.commonDir === undefined ? undefined : readTrunk(place.commonDir);
  const isStaged = stagedIn(state, { trunk });
  const declared = declaredFacts(state, "decision").map(decidedByFact);
  const threads = threadsIn(store, project);
  const complete = (decided: Decided, thread?: NamedThread): Decided => ({
    ...inPlace(state, decided),
    thread,
    isStaged: isStaged(decided) || undefined,
  });
  const isRemoved = removedIn(state);
  const replaced = replacedIn(store, project, state);
  const replacing = supersededBy(state);
  const known = new Map<string, Parameters<typeof decidedByMemory>[1]>();
  const knownIn = (session: string) => {
    const found = known.get(session) ?? store.session(project, session)?.state.found.decisions ?? [];
    known.set(session, found);
    return found;
  };
  const found = decidedByItems(
    store.memories
      .latest(project, { kind: "decision", limit: MAX_FOUND })
      .filter(({ session }) => session !== ""),
    itemsIn({ store, project }),
    (memory) =>
      isRemoved(memory)
        ? undefined
        : complete(
            decidedByMemory(memory, knownIn(memory.session), replaced(memory)),
            threads.byTurn.get(memory.turn ?? ""),
          ),
    (decided, { id, thread }) =>
      complete({ ...decided, supersededBy: replacing.get(id) }, threads.byId.get(thread ?? "")),
  );
  return [...declared.map((fact) => complete(fact)), ...found];
}

type NamedThread = Decided["thread"];

function threadsIn(store: Store, project: string) {
  const byId = new Map(allThreads(store, project).map(({ id, title }) => [id, { id, title }]));
  const byTurn = new Map(store.joins(project).map(({ turn, thread }) => [turn, byId.get(thread)]));
  return { byId, byTurn };
}
