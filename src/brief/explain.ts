import { isAlive } from "../host/process/process.js";
import { ARCHIVED_AFTER_MS } from "../model/fold/session/status.js";
import type { Store } from "../model/store/store.js";
import { type ExplainedChoice, explainChoice } from "./choose/explain.js";
import { idOf } from "./choose/score.js";
import { compose, type Injection } from "./compose.js";
import { situationFor } from "./load-situation.js";
import type { Asker } from "./situation.js";
import type { Origin } from "./source.js";

/** The composed text, its origins, and the reasons for each file, command and name in it. */
export interface ExplainedInjection extends Injection {
  readonly choice?: ExplainedChoice;
  /** The session that it tells about, and when that is archived. */
  readonly session?: string;
  readonly expiresAt?: number;
}

export function explain(store: Store, asker: Omit<Asker, "isAlive">, budget?: number): ExplainedInjection {
  const situation = situationFor(store, { ...asker, isAlive });
  const composed = compose(situation, budget);
  const trace = composed.trace.map((entry) => ({ ...entry, origins: distinct(entry.origins) }));
  const { about } = situation;
  const injection = {
    ...composed,
    trace,
    session: about?.session,
    expiresAt: about === undefined ? undefined : about.lastAt + ARCHIVED_AFTER_MS,
  };
  const { view, world, told } = situation;
  if (view === undefined) return injection;
  const { chosen, missed } = explainChoice(
    view,
    injection.items,
    (kind, key) => !(kind === "file" && world.file(key, 0) === "gone") && !told.has(idOf(kind, key)),
  );
  // Codes name everything, so there is no choice to explain.
  const isChosen = injection.trace.some(({ key }) => key === "choice");
  return { ...injection, choice: { chosen, missed: isChosen ? missed : [] } };
}

/** Several items of one line often share an origin. */
function distinct(origins: readonly Origin[]): Origin[] {
  return [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()];
}
